// Exposes window.stillroom to the page, and nothing else. Built as one CommonJS file for the sandbox, where no Node
// modules can be loaded and `process` is Electron's small stand-in.
import { contextBridge, ipcRenderer } from 'electron';
import { preloadBridge, readHost, type PreloadBridge } from './preload-bridge.ts';

contextBridge.exposeInMainWorld(
	'stillroom',
	preloadBridge(ipcRenderer, readHost(process.argv)) satisfies PreloadBridge,
);
