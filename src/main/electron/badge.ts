// How many documents need attention: a number on the dock or launcher, on Windows a dot on the taskbar button.
import type { App, BrowserWindow, NativeImage, nativeImage } from 'electron';

const dot =
	'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAbElEQVR42mPYYqXFQAnGJii7xUqrY4uV1uUtVlq/oPgyVEyWkAEpUA3/ceBfUDVYDUjBoxEdp6AbIEvAZmwukUU2oIMEzTDcgWzAZTIMuIxswC8yDPhFVQMo9gLFgUhxNFKckKiSlKmSmUjGAP7JshTI9RvqAAAAAElFTkSuQmCC';

export function createBadge({
	app,
	window,
	images,
	platform,
}: {
	app: Pick<App, 'setBadgeCount'>;
	window: Pick<BrowserWindow, 'setOverlayIcon' | 'isDestroyed'>;
	images: Pick<typeof nativeImage, 'createFromDataURL'>;
	platform: NodeJS.Platform;
}): (needYou: number, description: string) => void {
	let shown = 0;
	let image: NativeImage | null = null;
	return (needYou, description) => {
		if (needYou === shown) return;
		shown = needYou;
		if (platform !== 'win32') {
			app.setBadgeCount(needYou);
			return;
		}
		if (window.isDestroyed()) return;
		image ??= images.createFromDataURL(dot);
		window.setOverlayIcon(needYou > 0 ? image : null, description);
	};
}
