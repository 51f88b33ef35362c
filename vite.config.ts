import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Lets the browser fetch the two fonts while it still reads the CSS. */
function preloadFonts(): Plugin {
  return {
    name: 'carefold:preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith('.woff2'))
          .sort()
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
          })),
    },
  }
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), preloadFonts()],
  resolve: {
    alias: {
      // the published one writes <style> elements, which the Content-Security-Policy refuses
      'react-style-singleton': fileURLToPath(new URL('./web/lib/style-singleton.ts', import.meta.url)),
    },
  },
  build: {
    outDir: '../.build/web',
    emptyOutDir: true,
    // data: URLs are refused by the Content-Security-Policy, for fonts and scripts alike
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
