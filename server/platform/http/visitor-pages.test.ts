import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClinicSite } from '#domain/clinics/clinic-site.ts'
import { builtVisitorPages, type VisitorPages } from './visitor-pages.ts'

const site: ClinicSite = {
  ...{
    subdomain: 'sunrise',
    name: 'Sun </script><b>',
    color: 'plum',
    tagline: null,
    about: null,
    phone: null,
  },
  ...{ website: null, timeZone: 'UTC', openingHours: [], logoId: null, brand: null, team: [], plans: [] },
}
const visit = {
  site,
  version: 'v1',
  origin: 'https://sunrise.carefold.example',
  isSignedIn: false,
  sharesHost: false,
}
const plain = { acceptEncoding: '', ifNoneMatch: '' }

let folder: string
let pages: VisitorPages
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefold-pages-'))
  for (const name of ['web/pages', 'pages']) mkdirSync(join(folder, name), { recursive: true })
  const frame =
    '<html lang="en"><head><title>Carefold</title><link rel="icon" href="/favicon.svg" /></head><body><!--page--></body></html>'
  writeFileSync(join(folder, 'web/visitor.html'), frame)
  writeFileSync(join(folder, 'web/pages/terms.html'), frame.replace('<!--page-->', 'The terms, %YEAR%'))
  writeFileSync(
    join(folder, 'pages/pages.js'),
    `let times = 0
     export const renderClinicSite = ({ subdomain }) => subdomain + ' rendered ' + ++times
     export const renderJoinPlans = ({ name }, sharesHost) => 'plans of ' + name + (sharesHost ? ' shared ' : ' ') + ++times
     export const renderUnknownClinic = (slug, home) => slug + ' ' + home`,
  )
  pages = builtVisitorPages(join(folder, 'web'), {
    productName: 'Carefold',
    mainOrigin: 'https://carefold.example',
    videoProviders: [],
    slideFrames: [],
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('sends a public page as it was built, with its own head', async () => {
  const head = {
    path: '/terms',
    title: 'Terms',
    description: 'Rules',
    address: 'https://carefold.example/terms',
  }
  const html = await pages.publicPage(head, '')?.text()
  expect(html).toContain(`The terms, ${new Date().getUTCFullYear()}`)
  expect(html).toContain('<title>Terms · Carefold</title>')
  expect(pages.publicPage(head, 'gzip, br')?.headers.get('content-encoding')).toBe('br')
  expect(pages.publicPage({ ...head, path: '/none' }, '')).toBeNull()
})

test('renders a clinic’s site once per version', async () => {
  const text = async (changes: object = {}) =>
    (await pages.clinicSite({ ...visit, ...changes }, plain)).text()
  const first = await text()
  expect(first).toContain('sunrise rendered 1')
  expect(first).toContain('data-clinic-color="plum"')
  expect(await text()).toBe(first)
  expect(await text({ version: 'v2' })).toContain('sunrise rendered 2')
  expect(await text({ isSignedIn: true })).toContain('sunrise rendered 3')
})

test('sends nothing to a browser that has the version', async () => {
  const etag = (await pages.clinicSite(visit, plain)).headers.get('etag') ?? ''
  const again = await pages.clinicSite(visit, { ...plain, ifNoneMatch: etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await pages.clinicSite({ ...visit, version: 'v9' }, { ...plain, ifNoneMatch: etag })).status).toBe(
    200,
  )
})

test('a name cannot end the data block', async () => {
  const html = await (await pages.clinicSite(visit, plain)).text()
  const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data).name).toBe(site.name)
  expect(html).not.toContain('<b>')
})

test('a link to a clinic’s site has a preview: its logo, or a picture in its color', async () => {
  const imageOf = async (logoId: string | null) => {
    const own = { ...visit, version: `preview ${logoId}`, site: { ...site, logoId } }
    const html = await (await pages.clinicSite(own, plain)).text()
    return /property="og:image" content="([^"]*)"/.exec(html)?.[1]
  }
  expect(await imageOf(null)).toBe('https://sunrise.carefold.example/social/clinic-plum.png')
  expect(await imageOf('a1')).toBe('https://sunrise.carefold.example/files/v1/a1')
})

test('a page names who runs the installation, or omits the part', async () => {
  const head = {
    path: '/about-us',
    title: 'About',
    description: 'Us',
    address: 'https://carefold.example/about-us',
  }
  const part = 'before<section data-operator="" class="x"><h2>Who</h2><p>%OPERATOR%</p></section>after'
  writeFileSync(join(folder, 'web/pages/about-us.html'), part)
  const bodyFor = (operatorName?: string) =>
    builtVisitorPages(join(folder, 'web'), {
      ...{ productName: 'Carefold', mainOrigin: 'https://carefold.example', operatorName },
      ...{ videoProviders: [], slideFrames: [] },
    })
      .publicPage(head, '')
      ?.text()
  expect(await bodyFor()).toBe('beforeafter')
  expect(await bodyFor('Lane & <b>')).toContain('<p>Lane &amp; &lt;b></p>')
})

test('white labeling: the clinic’s own color and icon, and none of Carefold’s', async () => {
  const brand = { shades: { light: '#0F62AC', dark: '#7AB8F5' }, hidesCarefold: true }
  const own = { ...visit, version: 'own', site: { ...site, logoId: 'a1', brand } }
  const html = await (await pages.clinicSite(own, plain)).text()
  expect(html).toContain('<link rel="stylesheet" href="/brand/0F62AC-7AB8F5.css" />')
  expect(html).toContain('<link rel="icon" href="/files/v1/a1" />')
  expect(html).not.toMatch(/favicon|carefold(?!\.example)/i)
})

test('answers 404 for an unknown clinic', async () => {
  const answer = await pages.unknownClinic('nobody-here')
  expect(answer.status).toBe(404)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.text()).toContain('nobody-here https://carefold.example')
})

test('renders the plans to join once per version', async () => {
  const of = (changes: object = {}) => pages.joinPlans({ ...visit, ...changes })
  const first = await of()
  expect(await of()).toBe(first)
  expect(await of({ version: 'plans 2' })).not.toBe(first)
  expect(await of({ sharesHost: true })).toContain('shared')
})
