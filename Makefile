# The targets for newcomers: make demo, make test. Each target first installs its missing dependencies
# (Scripts/install-dependencies).

PREFIX ?= /usr/local
DESTDIR ?=

# The release binary contains Swift's libraries, so that a kiosk needs no toolchain. It has a folder of its own, because
# it is linked in another way than by `swift build`.
release_flags = --configuration release --static-swift-stdlib --scratch-path .build/static
release_folder = .build/static/release
sources = Package.swift $(shell find Sources -type f)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test soak bench release gstreamer install uninstall format lint charts clean

help:
	@echo 'make demo      tap to focus on simulated devices: a story of about 24 s'
	@echo 'make test      all tests, those on real kernel drivers included (Scripts/test --help: single stages)'
	@echo 'make soak      an hour of random worlds, damaged files and injected failures (TIME=20m, Scripts/soak --help)'
	@echo 'make bench     runs the benchmarks and prints the results'
	@echo 'make release   builds tapfocus and virtual-kiosk in $(release_folder), and the GStreamer element; they need no Swift toolchain to run'
	@echo 'make gstreamer builds the GStreamer element, .build/gstreamer/libgsttapfocus.so (Documentation/GStreamer.md)'
	@echo 'make install   puts tapfocus into $$(DESTDIR)$$(PREFIX), bin and share/tapfocus; PREFIX is $(PREFIX)'
	@echo '               and the GStreamer element to where GStreamer looks, if its development files are there'
	@echo 'make uninstall removes it from there'
	@echo 'make format    formats all Swift files'
	@echo 'make lint      checks the format and the layers'
	@echo 'make charts    draws StateCharts/*.svg and Documentation/demo.svg again'
	@echo 'make clean     removes all build results'

demo: $(release_folder)/tapfocus
	@$(release_folder)/tapfocus demo

test:
	@Scripts/test

# The duration of the tests that take too long for `make test`.
TIME ?= 1h
soak:
	@Scripts/soak --time $(TIME)

bench: $(addprefix $(release_folder)/,tapfocus tapfocus-bench virtual-kiosk minimal-tap)
	@Scripts/install-dependencies bench
	@Scripts/bench $(release_folder)

release: $(addprefix $(release_folder)/,tapfocus virtual-kiosk)
	@Scripts/build-gstreamer-element || [ $$? -eq 3 ]

# The compiler does not touch a binary that would not change; touch tells make that it is up to date.
$(release_folder)/%: $(sources)
	@Scripts/install-dependencies
	@echo 'building $* (the first time this takes some minutes)'
	@swift build $(release_flags) --product $*
	@touch $@

gstreamer:
	@Scripts/build-gstreamer-element

# After `make release`, this builds nothing, so it works under sudo without Swift on root's PATH.
install: $(release_folder)/tapfocus
	@install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/tapfocus'
	@install -m 755 -s $(release_folder)/tapfocus '$(DESTDIR)$(PREFIX)/bin/tapfocus'
	@install -m 644 Quirks/quirks.json5 '$(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5'
	@echo 'installed $(DESTDIR)$(PREFIX)/bin/tapfocus and $(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5'
	@Scripts/install-gstreamer-element '$(DESTDIR)' '$(PREFIX)'

uninstall:
	@rm -f '$(DESTDIR)$(PREFIX)/bin/tapfocus' '$(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5'
	@Scripts/install-gstreamer-element --remove '$(DESTDIR)' '$(PREFIX)'
	@rmdir '$(DESTDIR)$(PREFIX)/share/tapfocus' 2>/dev/null || true
	@echo 'removed $(DESTDIR)$(PREFIX)/bin/tapfocus and $(DESTDIR)$(PREFIX)/share/tapfocus'

format:
	@swift format --in-place --recursive Package.swift Sources Tests

lint:
	@Scripts/test lint layers

charts: $(release_folder)/tapfocus
	@swift run --quiet draw-charts
	@$(release_folder)/tapfocus demo --picture Documentation/demo.svg

clean:
	@rm -rf .build
