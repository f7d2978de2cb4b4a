// What electron-builder needs where nothing can be downloaded: a folder in the form of Electron's Linux runtime, a
// stand-in for fpm that makes a real deb with dpkg-deb, and one for mksquashfs with which an AppImage holds a tar.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

/** Marks the fuses in Electron's executable: https://github.com/electron/fuses */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The Electron of `install-electron`, or a made-up one in `folder`. */
export function electronDist(folder: string): string {
	const installed = resolve('node_modules/electron/dist');
	if (existsSync(join(installed, 'version'))) return installed;
	const dist = join(folder, 'electron');
	mkdirSync(join(dist, 'locales'), { recursive: true });
	mkdirSync(join(dist, 'resources'), { recursive: true });
	// Version 1, nine fuses, in Electron's own defaults.
	const fuses = Buffer.concat([
		Buffer.from(fuseSentinel),
		Buffer.from([1, 9]),
		Buffer.from('101100010'),
	]);
	writeFileSync(join(dist, 'electron'), Buffer.concat([Buffer.from('made up '), fuses]), {
		mode: 0o755,
	});
	for (const name of ['chrome-sandbox', 'chrome_crashpad_handler', 'LICENSE', 'locales/en-US.pak'])
		writeFileSync(join(dist, name), 'made up');
	return dist;
}

/** Reads of fpm's options what a package needs: the name, the version and the files. */
const fpm = `#!/bin/bash
set -e
# dpkg-deb refuses folders that only their owner may read.
umask 022
stage=$(mktemp -d)
while [ $# -gt 0 ]; do
	case "$1" in
		--package) package=$2; shift 2 ;;
		--version) version=$2; shift 2 ;;
		--architecture) architecture=$2; shift 2 ;;
		--after-install) after=$2; shift 2 ;;
		--name) name=$2; shift 2 ;;
		--force) shift ;;
		-*) shift 2 ;;
		*=*)
			from=\${1%%=*}; to=$stage\${1#*=}
			if [ -d "$from" ]; then mkdir -p "$to"; cp -r "$from." "$to"; else install -D "$from" "$to"; fi
			shift ;;
		*) shift ;;
	esac
done
mkdir -p "$stage/DEBIAN"
printf 'Package: %s\\nVersion: %s\\nArchitecture: %s\\nMaintainer: nobody <nobody@stillroom.example>\\nDescription: test\\n' \\
	"$name" "$version" "$architecture" > "$stage/DEBIAN/control"
install -m 755 "$after" "$stage/DEBIAN/postinst"
dpkg-deb -Znone --root-owner-group --build "$stage" "$package" > /dev/null
rm -rf "$stage"
`;

/** @returns the path for CUSTOM_FPM_PATH */
export function standInForFpm(folder: string): string {
	const file = join(folder, 'fpm');
	writeFileSync(file, fpm);
	chmodSync(file, 0o755);
	return file;
}

/** Takes the place of an AppImage's runtime. */
const appImageRuntime = 'made up runtime';
/** Called as `mksquashfs FOLDER FILE -offset BYTES …`. */
const mksquashfs = `#!/bin/sh
head -c "$4" /dev/zero > "$2"
tar -C "$1" -cf - . >> "$2"
`;

/** @returns the folder for APPIMAGE_TOOLS_PATH */
export function standInForAppImageTools(folder: string): string {
	const place = join(folder, 'appimage-tools');
	const tools = join(place, `linux-${process.arch}`);
	for (const made of [tools, join(place, 'lib/x64')]) mkdirSync(made, { recursive: true });
	writeFileSync(join(place, `runtime-${process.arch}`), appImageRuntime);
	for (const name of ['mksquashfs', 'desktop-file-validate'])
		writeFileSync(join(tools, name), mksquashfs, { mode: 0o755 });
	return place;
}

/** Unpacks an AppImage that was made with the stand-in. */
export function unpackAppImage(file: string, to: string): void {
	mkdirSync(to, { recursive: true });
	// From a file: tar stops reading at the end of the archive, which breaks a pipe that is still being written.
	const image = `${to}.tar`;
	writeFileSync(image, readFileSync(file).subarray(appImageRuntime.length));
	execFileSync('tar', ['-C', to, '-xf', image]);
}
