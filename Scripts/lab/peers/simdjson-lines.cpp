// Reads each line of a file with simdjson, and visits every value. Prints the lines a second, the median of five runs.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <simdjson.h>
#include <string>
#include <vector>

// The sum of all numbers: so nothing is left unread.
static double visit(simdjson::dom::element element) {
    switch (element.type()) {
    case simdjson::dom::element_type::ARRAY: {
        double sum = 0;
        simdjson::dom::array array = element.get_array().value_unsafe();
        for (auto child : array) sum += visit(child);
        return sum;
    }
    case simdjson::dom::element_type::OBJECT: {
        double sum = 0;
        simdjson::dom::object object = element.get_object().value_unsafe();
        for (auto field : object) sum += visit(field.value);
        return sum;
    }
    case simdjson::dom::element_type::INT64: return double(element.get_int64().value_unsafe());
    case simdjson::dom::element_type::UINT64: return double(element.get_uint64().value_unsafe());
    case simdjson::dom::element_type::DOUBLE: return element.get_double().value_unsafe();
    default: return 0;
    }
}

int main(int count, char **paths) {
    for (int index = 1; index < count; index++) {
        std::ifstream file(paths[index], std::ios::binary);
        std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        size_t size = text.size();
        text.append(simdjson::SIMDJSON_PADDING, ' ');
        simdjson::dom::parser parser;
        std::vector<double> rates;
        volatile double sum = 0;
        for (int run = 0; run < 5; run++) {
            auto start = std::chrono::steady_clock::now();
            size_t lines = 0;
            for (size_t place = 0; place < size; lines++) {
                const char *end = static_cast<const char *>(memchr(text.data() + place, '\n', size - place));
                size_t length = (end ? end - text.data() : size) - place;
                simdjson::dom::element line;
                if (parser.parse(text.data() + place, length, false).get(line)) return 1;
                sum = sum + visit(line);
                place += length + 1;
            }
            std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
            rates.push_back(double(lines) / time.count());
        }
        std::sort(rates.begin(), rates.end());
        const char *name = strrchr(paths[index], '/');
        std::string label = std::string("only parsing ") + (name ? name + 1 : paths[index]) + " (simdjson)";
        printf("  %-46s%10.2f million/s\n", label.c_str(), rates[2] / 1e6);
    }
}
