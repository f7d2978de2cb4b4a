// Exposes window.stillroom to the page, and nothing else. One CommonJS file: the sandbox loads no Node modules.
import { contextBridge, ipcRenderer } from 'electron';
import { preloadBridge, readHost, type PreloadBridge } from './preload-bridge.ts';

contextBridge.exposeInMainWorld(
	'stillroom',
	preloadBridge(ipcRenderer, readHost(process.argv)) satisfies PreloadBridge,
);
