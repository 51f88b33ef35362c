import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ViteBuilder } from 'vite'
import { pageFile, publicPages, socialPicture } from './domain/marketing/public-pages.ts'
import { importIconsByName } from './scripts/icon-imports.ts'
import { drawSocialPicture } from './scripts/social-pictures.ts'
import { refuseImportCycles, sharedFiles } from './scripts/web-chunks.ts'

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

/** In the browser React stands for Preact, which runs the same components in a fifth of the bytes (docs/decisions/0110). */
const preact: Record<string, string> = {
  react: fileURLToPath(new URL('./web/lib/preact-as-react.ts', import.meta.url)),
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
}

/** While building, only what browsers run: the public pages are rendered by React's own server. */
function preactInBrowsers(): Plugin {
  return {
    name: 'carefold:preact-in-browsers',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name !== 'pages',
    resolveId(source, importer) {
      const instead = preact[source]
      return instead ? this.resolve(instead, importer, { skipSelf: true }) : null
    },
  }
}

const built = (path: string) => fileURLToPath(new URL(`./.build/${path}`, import.meta.url))

/**
 * The app, the visitor's script, and the public pages as HTML (docs/decisions/0076): web/prerendered/pages.tsx is built for
 * Node, run once, and its pages are put into visitor.html.
 */
async function buildApp({ build, environments }: ViteBuilder): Promise<void> {
  const { client, visitor, pages } = environments
  if (!client || !visitor || !pages) throw new Error('an environment of the build is missing')
  // the first one empties the folder
  await build(client)
  await Promise.all([build(visitor), build(pages)])
  const { renderPublicPages } = await import(pathToFileURL(built('pages/pages.js')).href)
  const frame = await readFile(built('web/visitor.html'), 'utf8')
  await Promise.all(['pages', 'social'].map((folder) => mkdir(built(`web/${folder}`), { recursive: true })))
  await Promise.all(
    publicPages.map(({ path, title, description }) =>
      writeFile(built(`web${socialPicture(path)}`), drawSocialPicture({ title, lead: description })),
    ),
  )
  const rendered: Record<string, string> = renderPublicPages()
  await Promise.all(
    Object.entries(rendered).map(([path, html]) =>
      // a function: the pages may contain the patterns of a replacement string
      writeFile(
        built(`web/${pageFile(path)}`),
        frame.replace('<!--page-->', () => html),
      ),
    ),
  )
}

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [
    importIconsByName(),
    preactInBrowsers(),
    // while developing, a changed component loads the page anew: the plugin's own way knows only React
    command === 'build' && react(),
    tailwindcss(),
    preloadFonts(),
    refuseImportCycles(),
  ],
  builder: { buildApp },
  environments: {
    client: {
      build: { emptyOutDir: true, rolldownOptions: { output: { codeSplitting: sharedFiles() } } },
    },
    visitor: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: fileURLToPath(new URL('./web/visitor.html', import.meta.url)) },
      },
    },
    pages: {
      consumer: 'server',
      // one file that needs no packages
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: '../.build/pages',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: fileURLToPath(new URL('./web/prerendered/pages.tsx', import.meta.url)) },
      },
    },
  },
  resolve: {
    alias: [
      // also within what the development server bundles beforehand
      ...(command === 'serve' ? Object.entries(preact) : []).map(([name, replacement]) => ({
        find: new RegExp(`^${name}$`),
        replacement,
      })),
      {
        // the published one writes <style> elements, which the Content-Security-Policy refuses
        find: 'react-style-singleton',
        replacement: fileURLToPath(new URL('./web/lib/style-singleton.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: '../.build/web',
    // data: URLs are refused by the Content-Security-Policy, for fonts and scripts alike
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // what pages weigh is counted compressed, by e2e/weight.spec.ts
    chunkSizeWarningLimit: 1_000,
  },
}))
