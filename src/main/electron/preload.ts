// What the page is given of the program: window.stillroom, and nothing else. Built as one CommonJS file for the sandbox,
// where `process` is a small global of Electron's own and no Node module can be loaded.
import { contextBridge, ipcRenderer } from 'electron';
import { preloadBridge, readHost, type PreloadBridge } from './preload-bridge.ts';

contextBridge.exposeInMainWorld(
	'stillroom',
	preloadBridge(ipcRenderer, readHost(process.argv)) satisfies PreloadBridge,
);
