#pragma once
#include <linux/uhid.h>
#include <linux/uinput.h>
