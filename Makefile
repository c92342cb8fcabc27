# Everything a newcomer needs: make demo, make test. Each target installs first what is missing (Scripts/install-dependencies).

PREFIX ?= /usr/local
DESTDIR ?=

# The release binary carries Swift's libraries in itself, so that a kiosk needs no toolchain. Of its own folder, because it is
# linked in another way than what `swift build` makes.
release_flags = --configuration release --static-swift-stdlib --scratch-path .build/static
release_folder = .build/static/release
sources = Package.swift $(shell find Sources -type f)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test soak bench release install uninstall format lint charts clean

help:
	@echo 'make demo      tap to focus on simulated devices: a story of about 24 s'
	@echo 'make test      all tests, those on real kernel drivers included (Scripts/test --help: single stages)'
	@echo 'make soak      an hour of random worlds, damaged files and injected failures (TIME=20m, Scripts/soak --help)'
	@echo 'make bench     measures, and prints what it measured'
	@echo 'make release   builds tapfocus and virtual-kiosk in $(release_folder); they need no Swift toolchain to run'
	@echo 'make install   puts it into $$(DESTDIR)$$(PREFIX), bin and share/tapfocus; PREFIX is $(PREFIX)'
	@echo 'make uninstall takes it away from there'
	@echo 'make format    formats all Swift files'
	@echo 'make lint      checks the format and the layers'
	@echo 'make charts    draws StateCharts/*.svg and Documentation/demo.svg anew'
	@echo 'make clean     removes what was built'

demo: $(release_folder)/tapfocus
	@$(release_folder)/tapfocus demo

test:
	@Scripts/test

# What is too long for `make test`.
TIME ?= 1h
soak:
	@Scripts/soak --time $(TIME)

bench: $(addprefix $(release_folder)/,tapfocus tapfocus-bench virtual-kiosk minimal-tap)
	@Scripts/install-dependencies bench
	@Scripts/bench $(release_folder)

release: $(addprefix $(release_folder)/,tapfocus virtual-kiosk)

# The compiler leaves a binary alone that would not change; touch tells make that it is up to date.
$(release_folder)/%: $(sources)
	@Scripts/install-dependencies
	@echo 'building $* (the first time this takes some minutes)'
	@swift build $(release_flags) --product $*
	@touch $@

# After `make release`, this builds nothing, so it works under sudo without Swift on root's PATH.
install: $(release_folder)/tapfocus
	@install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/tapfocus'
	@install -m 755 -s $(release_folder)/tapfocus '$(DESTDIR)$(PREFIX)/bin/tapfocus'
	@install -m 644 Quirks/quirks.json5 '$(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5'
	@echo 'installed $(DESTDIR)$(PREFIX)/bin/tapfocus and $(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5'

uninstall:
	@rm -f '$(DESTDIR)$(PREFIX)/bin/tapfocus' '$(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5'
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
