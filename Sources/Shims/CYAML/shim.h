// libyaml: reads YAML event by event.
#pragma once
#include <yaml.h>
