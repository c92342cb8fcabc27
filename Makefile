# The targets for newcomers: make demo, make test. Each target first installs its missing dependencies
# (Scripts/dependencies).

PREFIX ?= /usr/local
DESTDIR ?=
# The folder of libraries, and the option with which `install` takes the names of functions out of programs: Debian's packages
# (debian/rules) have a folder for each architecture, and debhelper takes the names out of programs and libraries.
LIBDIR ?= $(PREFIX)/lib
STRIP ?= -s

# The release binary contains Swift's libraries, so that a kiosk needs no toolchain. It has a folder of its own, because it is linked in
# another way than by `swift build`. No path of this checkout is in it, nor a hash of one, which the compiler would keep for incremental
# builds: so every checkout builds the same file. The loader resolves all functions at the start, and then nothing can change their
# addresses. The toolchain's lld makes the programs 2 MB smaller: it packs the relocations (glibc 2.36 reads them, Debian 12's), exports no
# function, and keeps equal functions once.
lld_flags = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-export-dynamic -Xlinker --icf=safe
release_flags = --configuration release --static-swift-stdlib --scratch-path .build/static \
    -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
    -Xswiftc -file-prefix-map -Xswiftc '$(CURDIR)=.' -Xcc '-ffile-prefix-map=$(CURDIR)=.' \
    -Xlinker -z -Xlinker now -Xlinker --as-needed \
    $(if $(wildcard $(dir $(realpath $(shell command -v swiftc)))ld.lld),$(lld_flags))
release_folder = .build/static/release
sources = Package.swift $(shell find Sources $(wildcard Tests/ChartTools Tests/CameraLaws) -type f)
# The C library is built by a script of its own; it contains no Swift runtime.
library_folder = .build/library
library_sources = Scripts/build/library Scripts/library/embedded.bash $(shell find Sources/Clients/FrameClient Sources/Clients/CTapFocus Sources/Shims/CSockets Sources/Engine/FocusCore Sources/Trace/JSONLines -type f)
version = $(shell sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Command/CommandLineWords/Release.swift)

# The pages of the manual that the program makes of what its --help prints.
pages = tapfocus.1 tapfocus-run.1 tapfocus-trace.1 tapfocus.json5.5 tapfocus-quirks.5

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# make -j would begin to build beside may-install, which may refuse; `swift build` is parallel by itself.
.NOTPARALLEL:
.PHONY: help demo kiosk web-pages test check soak bench release page-engine library gstreamer picture-programs install install-library uninstall uninstall-library may-install may-uninstall deb release-archive format lint charts clean

help:
	@echo 'make demo      tap to focus on simulated devices: a story of about 25 s'
	@echo 'make kiosk     the kiosk page on this machine: starts everything, and says which address to open'
	@echo "              (OPTIONS='--allow-origin http://localhost:3000': a page of your own, too; OPTIONS='--simulated')"
	@echo 'make test      the tests, one boot of a real kernel included, in eleven minutes (Scripts/test --help: single stages)'
	@echo 'make check     all other tests: sanitizers, fuzzing, two kernels in full, in some 45 minutes (Scripts/check --help)'
	@echo 'make soak      two and a half hours of random worlds, damaged files and injected failures (TIME=20m, Scripts/soak --help)'
	@echo 'make bench     runs the benchmarks and prints the results'
	@echo 'make release   builds tapfocus, tapfocus-web and virtual-kiosk in $(release_folder); they need no Swift toolchain to run'
	@echo 'make library   builds libtapfocus, for programs that show the picture themselves, in $(library_folder)'
	@echo 'make gstreamer builds the GStreamer element, .build/gstreamer/libgsttapfocus.so'
	@echo 'make install   puts tapfocus, tapfocus-web, its pages and libtapfocus into $$(DESTDIR)$$(PREFIX); PREFIX is $(PREFIX)'
	@echo '               and the GStreamer element to where GStreamer looks, if its development files are there'
	@echo 'make uninstall removes them from there (install-library and uninstall-library: the library alone)'
	@echo 'make deb       builds the Debian packages, in .build/deb (Documentation/Packages.md)'
	@echo 'make release-archive  the packages with checksums and an SBOM in one archive, in .build/release'
	@echo 'make format    formats all Swift files'
	@echo 'make lint      checks the format and the layers'
	@echo 'make charts    draws StateCharts/*.svg and the pictures of README again'
	@echo 'make clean     removes all build results'

demo: $(release_folder)/tapfocus
	@$(release_folder)/tapfocus demo
	@echo 'Documentation/Simulated.md: touch the picture in a browser, without a camera'

# Runs until Ctrl-C.
kiosk: $(addprefix $(release_folder)/,tapfocus tapfocus-web) web-pages
	@Scripts/kiosk $(release_folder) $(OPTIONS)

test:
	@Scripts/test

check:
	@Scripts/check

# The duration of the tests that take too long for `make check`.
TIME ?= 150m
soak:
	@Scripts/soak --time $(TIME)

bench: $(addprefix $(release_folder)/,tapfocus tapfocus-bench virtual-kiosk minimal-tap)
	@Scripts/dependencies bench
	@Scripts/bench $(release_folder)

release: $(addprefix $(release_folder)/,tapfocus tapfocus-web virtual-kiosk) library page-engine web-pages
	@Scripts/build/gstreamer || [ $$? -eq 3 ]

# The engine of the page of `tapfocus trace view`. A toolchain that knows no WebAssembly leaves it out, and says so.
page-engine:
	@Scripts/build/wasm --copy $(release_folder)/tapfocus.wasm || [ $$? -eq 3 ]

# The kiosk page, its module and what they compute with, in .build/web.
web-pages:
	@Scripts/build/web || [ $$? -eq 3 ]

library: $(library_folder)/libtapfocus.so.1

# The compiler does not touch a binary that would not change; touch tells make that it is up to date.
$(release_folder)/%: $(sources)
	@Scripts/dependencies
	@echo 'building $* (the first time this takes some minutes)'
	@swift build $(release_flags) --product $*
	@touch $@

$(library_folder)/libtapfocus.so.1: $(library_sources)
	@Scripts/dependencies
	@Scripts/build/library
	@touch $@

gstreamer:
	@Scripts/build/gstreamer

# For tests in the rig: a GStreamer pipeline, and a Python program on libtapfocus. To look through all plug-ins for the registry
# would take an emulated machine half a minute.
picture-programs: library gstreamer
	@GST_PLUGIN_PATH='$(CURDIR)/.build/gstreamer' GST_REGISTRY='$(CURDIR)/.build/gstreamer/registry' gst-inspect-1.0 tapfocus >/dev/null

# The first thing that an installation does, so that it ends here, in one sentence, or not at all.
may-install:
	@Scripts/build/may-install '$(or $(firstword $(filter install install-library,$(MAKECMDGOALS))),install)' '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)' \
	    $(if $(filter install,$(MAKECMDGOALS)),$(addprefix $(release_folder)/,tapfocus tapfocus-web)) $(library_folder)/libtapfocus.so.1

may-uninstall:
	@Scripts/build/may-install '$(or $(firstword $(filter uninstall uninstall-library,$(MAKECMDGOALS))),uninstall)' '$(DESTDIR)' '$(PREFIX)' '$(LIBDIR)'

# After `make release`, this builds nothing, so it works under sudo without Swift on root's PATH.
install: may-install $(addprefix $(release_folder)/,tapfocus tapfocus-web) install-library page-engine web-pages
	@install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/tapfocus'
	@install -m 755 $(STRIP) $(release_folder)/tapfocus '$(DESTDIR)$(PREFIX)/bin/tapfocus'
	@install -d '$(DESTDIR)$(PREFIX)/share/man/man1' '$(DESTDIR)$(PREFIX)/share/man/man5'
	@for page in $(pages); do $(release_folder)/tapfocus help --man "$$page" >'$(DESTDIR)$(PREFIX)/share/man/man'"$${page##*.}/$$page" || exit; done
	@$(release_folder)/tapfocus-web --man >'$(DESTDIR)$(PREFIX)/share/man/man1/tapfocus-web.1'
	@install -d $(addprefix '$(DESTDIR)$(PREFIX)/share'/,bash-completion/completions zsh/vendor-completions fish/vendor_completions.d)
	@$(release_folder)/tapfocus help --completion bash >'$(DESTDIR)$(PREFIX)/share/bash-completion/completions/tapfocus'
	@$(release_folder)/tapfocus help --completion zsh >'$(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_tapfocus'
	@$(release_folder)/tapfocus help --completion fish >'$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/tapfocus.fish'
	@install -m 644 Quirks/quirks.json5 '$(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5'
	@if [ -e $(release_folder)/tapfocus.wasm ]; then install -m 644 $(release_folder)/tapfocus.wasm '$(DESTDIR)$(PREFIX)/share/tapfocus/tapfocus.wasm'; fi
	@install -m 755 $(STRIP) $(release_folder)/tapfocus-web '$(DESTDIR)$(PREFIX)/bin/tapfocus-web'
	@install -d '$(DESTDIR)$(PREFIX)/share/tapfocus/web'
	@if [ -d .build/web ]; then install -m 644 .build/web/* '$(DESTDIR)$(PREFIX)/share/tapfocus/web'; \
	    else echo 'there are no pages in .build/web, so tapfocus-web needs --pages'; fi
	@echo 'installed $(DESTDIR)$(PREFIX)/bin/tapfocus, tapfocus-web and $(DESTDIR)$(PREFIX)/share/tapfocus'
	@Scripts/build/install-gstreamer '$(DESTDIR)' '$(PREFIX)'

# The loader finds a new library in a system's folder after ldconfig; a package's own scripts call that.
install-library: may-install $(library_folder)/libtapfocus.so.1
	@install -d '$(DESTDIR)$(PREFIX)/include' '$(DESTDIR)$(LIBDIR)/pkgconfig' '$(DESTDIR)$(PREFIX)/share/man/man3'
	@install -m 644 Sources/Clients/CTapFocus/include/tapfocus.h '$(DESTDIR)$(PREFIX)/include/tapfocus.h'
	@install -m 644 $(library_folder)/libtapfocus.so.1 '$(DESTDIR)$(LIBDIR)/libtapfocus.so.1'
	@install -m 644 $(library_folder)/libtapfocus.a '$(DESTDIR)$(LIBDIR)/libtapfocus.a'
	@ln -sf libtapfocus.so.1 '$(DESTDIR)$(LIBDIR)/libtapfocus.so'
	@sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' -e 's|@VERSION@|$(version)|' Sources/Clients/CTapFocus/tapfocus.pc.in >'$(DESTDIR)$(LIBDIR)/pkgconfig/tapfocus.pc'
	@install -m 644 Documentation/man/tapfocus.3 '$(DESTDIR)$(PREFIX)/share/man/man3/tapfocus.3'
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" -eq 0 ]; then ldconfig || true; fi
	@echo 'installed $(DESTDIR)$(LIBDIR)/libtapfocus.so.1, its header, tapfocus.pc and the manual page tapfocus(3)'

uninstall: may-uninstall uninstall-library
	@rm -f '$(DESTDIR)$(PREFIX)/bin/tapfocus' '$(DESTDIR)$(PREFIX)/share/tapfocus/quirks.json5' '$(DESTDIR)$(PREFIX)/share/tapfocus/tapfocus.wasm'
	@rm -f '$(DESTDIR)$(PREFIX)/bin/tapfocus-web' $(addprefix '$(DESTDIR)$(PREFIX)/share/man'/man1/,$(filter %.1,$(pages)) tapfocus-web.1) \
	    $(addprefix '$(DESTDIR)$(PREFIX)/share/man'/man5/,$(filter %.5,$(pages)))
	@rm -f $(addprefix '$(DESTDIR)$(PREFIX)/share'/,bash-completion/completions/tapfocus zsh/vendor-completions/_tapfocus fish/vendor_completions.d/tapfocus.fish)
	@rm -f $(addprefix '$(DESTDIR)$(PREFIX)/share/tapfocus/web'/*,.html .css .js .ts .svg .wasm)
	@rmdir '$(DESTDIR)$(PREFIX)/share/tapfocus/web' 2>/dev/null || true
	@Scripts/build/install-gstreamer --remove '$(DESTDIR)' '$(PREFIX)'
	@rmdir '$(DESTDIR)$(PREFIX)/share/tapfocus' 2>/dev/null || true
	@echo 'removed $(DESTDIR)$(PREFIX)/bin/tapfocus, tapfocus-web and $(DESTDIR)$(PREFIX)/share/tapfocus'

uninstall-library: may-uninstall
	@rm -f '$(DESTDIR)$(PREFIX)/include/tapfocus.h' '$(DESTDIR)$(LIBDIR)/libtapfocus.so.1' '$(DESTDIR)$(LIBDIR)/libtapfocus.so' '$(DESTDIR)$(LIBDIR)/libtapfocus.a' \
	    '$(DESTDIR)$(LIBDIR)/pkgconfig/tapfocus.pc' '$(DESTDIR)$(PREFIX)/share/man/man3/tapfocus.3'
	@if [ -z '$(DESTDIR)' ] && [ "$$(id -u)" -eq 0 ]; then ldconfig || true; fi
	@echo 'removed libtapfocus from $(DESTDIR)$(PREFIX)'

# The packages, of what is built already.
deb: release
	@Scripts/build/deb

release-archive: deb
	@Scripts/build/release-archive

format:
	@swift format --in-place --recursive Package.swift Sources Tests Web

lint:
	@Scripts/test lint layers

charts: $(release_folder)/tapfocus page-engine
	@swift run --quiet draw-charts
	@$(release_folder)/tapfocus demo --picture Documentation/demo.svg
	@Scripts/lab/page-picture Documentation/page.png

clean:
	@rm -rf .build
