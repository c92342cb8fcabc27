// libiio 0.x. (1.x has another interface; Motion/ is the only user.)
#pragma once
#include <iio.h>
