import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ViteBuilder } from 'vite'
import { clinicColors, clinicPicture } from './domain/clinics/clinic-mark.ts'
import { pageFile, publicPages, socialPicture } from './domain/marketing/public-pages.ts'
import { importIconsByName } from './scripts/web/icon-imports.ts'
import { preloadApp, routeFiles } from './scripts/web/route-files.ts'
import { drawClinicPicture, drawSocialPicture } from './scripts/web/social-pictures.ts'
import { refuseImportCycles, sharedFiles } from './scripts/web/web-chunks.ts'

/** The browser fetches the two fonts while it still reads the CSS. */
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

/** For the journeys: StrictMode and React's warnings need its development version (docs/decisions/0155). */
const isStrict = process.env.REACT_STRICT === '1'
const buildFolder = isStrict ? '.build/strict' : '.build'
const built = (path: string) => fileURLToPath(new URL(`./${buildFolder}/${path}`, import.meta.url))

/** Builds React's own packages for development, and everything else for production. */
function strictReact(): Plugin {
  return {
    name: 'carefold:strict-react',
    apply: () => isStrict,
    enforce: 'pre',
    transform: {
      filter: { id: /\/node_modules\/(?:react|react-dom|scheduler)\//, code: 'process.env.NODE_ENV' },
      handler: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', '"development"'), map: null }),
    },
  }
}

/**
 * The app, the visitor's script, and the public pages as HTML (docs/decisions/0076): builds web/prerendered/pages.tsx for
 * Node, runs it once, and puts its pages into visitor.html.
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
  await Promise.all(
    clinicColors.map((color) => writeFile(built(`web${clinicPicture(color)}`), drawClinicPicture(color))),
  )
  const rendered: Record<string, string> = renderPublicPages()
  await Promise.all(
    Object.entries(rendered).map(([path, html]) =>
      // a function, because pages may contain replacement patterns
      writeFile(
        built(`web/${pageFile(path)}`),
        frame.replace('<!--page-->', () => html),
      ),
    ),
  )
}

export default defineConfig({
  root: 'web',
  plugins: [
    importIconsByName(),
    strictReact(),
    react(),
    tailwindcss(),
    preloadApp(),
    preloadFonts(),
    routeFiles(),
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
        outDir: built('pages'),
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: fileURLToPath(new URL('./web/prerendered/pages.tsx', import.meta.url)) },
      },
    },
  },
  resolve: {
    alias: [
      {
        // the published one writes <style> elements, which the Content-Security-Policy refuses
        find: 'react-style-singleton',
        replacement: fileURLToPath(new URL('./web/lib/page/style-singleton.ts', import.meta.url)),
      },
    ],
  },
  build: {
    outDir: built('web'),
    // the Content-Security-Policy refuses data: URLs, for fonts and scripts
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // e2e/pages/weight.spec.ts counts pages compressed
    chunkSizeWarningLimit: 1_000,
  },
})
