// libudev: what is connected (enumerate), what comes and goes (monitor), and device properties.
#pragma once
#include <libudev.h>
