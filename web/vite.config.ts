import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { fileURLToPath } from 'node:url'
import { offlineList } from './tools/offline-list'
import { packPlugin } from './tools/pack-plugin'

// `ludothek serve` listens there while the page is being worked on.
const OUT = fileURLToPath(new URL('../src/ludothek/web', import.meta.url))
const PACK = fileURLToPath(new URL('../build/browser-python', import.meta.url)) // make browser-python
const SERVER = 'http://127.0.0.1:8000'

export default defineConfig({
  base: './', // the page lies in any folder
  plugins: [svelte(), packPlugin(PACK, true), offlineList(OUT)],
  worker: { format: 'es', plugins: () => [packPlugin(PACK, false)] },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the page allows no data: addresses
    manifest: true,
    chunkSizeWarningLimit: 800, // kB before compression: three.js; tools/budget.mjs watches what is sent
  },
  server: { proxy: { '/api': { target: SERVER, ws: true } } },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts'],
    testTimeout: 30_000,
  },
})
