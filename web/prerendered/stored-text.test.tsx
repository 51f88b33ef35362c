// Text that a clinic writes stays text in the HTML that the server renders (docs/threats.md T11).
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { type ClinicSite as Site, structuredData } from '#domain/clinics/clinic-site.ts'
import { fillHead } from '#server/platform/http/html-page.ts'
import { hostileTexts } from '#testing/hostile/hostile-texts.ts'
import { ClinicSite } from './clinic-site.tsx'

type Fill = (text: string) => Partial<Site>
const plan = (text: object) => ({
  plans: [
    {
      ...{
        id: 'p',
        kind: 'wellness',
        name: 'Plan',
        description: 'All',
        includes: ['Visits'],
        excludes: ['Drugs'],
      },
      ...{ childAgeLimit: 18, trialDays: 0, maxPauseMonths: 0, leavingRefund: 'none' },
      prices: [{ id: 'm', role: 'adult', interval: 'month', amountCents: 4_900, currency: 'usd', extra: [] }],
      ...text,
    } as unknown as Site['plans'][number],
  ],
})

const fields: [string, Fill][] = [
  ['name', (text) => ({ name: text })],
  ['tagline', (text) => ({ tagline: text })],
  ['about', (text) => ({ about: text })],
  ['phone', (text) => ({ phone: text })],
  // with a space it is no URL, and is not shown
  ['website', (text) => ({ website: `https://x.example/${text.replaceAll(/\s/g, '')}` })],
  ['color', (text) => ({ color: text })],
  ['time zone', (text) => ({ timeZone: text })],
  ['name of the team', (text) => ({ team: [{ name: text, title: 'Nurse' }] })],
  ['title of the team', (text) => ({ team: [{ name: 'Ada', title: text }] })],
  ['plan name', (text) => plan({ name: text })],
  ['plan description', (text) => plan({ description: text })],
  ['what a plan includes', (text) => plan({ includes: [text] })],
  ['what a plan excludes', (text) => plan({ excludes: [text] })],
]

const frame = '<html><head><title>Carefold</title></head><body><!--page--></body></html>'

/** As the server sends it (server/platform/http/visitor-pages.ts). */
function pageOf(changes: Partial<Site>): string {
  const site: Site = {
    ...{ subdomain: 'sunrise', name: 'Sunrise', color: 'plum', tagline: 'Care', about: 'About', phone: '1' },
    ...{ website: 'https://x.example/', timeZone: 'UTC', openingHours: [], logoId: null, brand: null },
    ...{ team: [{ name: 'Ada', title: 'Nurse' }], ...plan({}) },
    ...changes,
  }
  const body = renderToStaticMarkup(<ClinicSite site={site} isSignedIn={false} sharesHost={false} />)
  return fillHead(
    frame.replace('<!--page-->', () => body),
    { productName: site.name },
    { title: '', description: site.tagline ?? '', address: 'https://sunrise.carefold.example/' },
    structuredData(site, 'https://sunrise.carefold.example'),
  )
}

/** Elements and attribute names, without values and text. */
function skeletonOf(html: string): string[] {
  const tags = html.match(/<[!/a-z](?:[^>"']|"[^"]*"|'[^']*')*>/gi) ?? []
  return tags.map((tag) => tag.replace(/"[^"]*"|'[^']*'/g, '""'))
}

describe.each(fields)('%s', (_, fill) => {
  it.each(hostileTexts)('%s', (payload) => {
    const page = pageOf(fill(payload))
    // the same elements and attributes as for a harmless text
    expect(skeletonOf(page)).toEqual(skeletonOf(pageOf(fill('harmless'))))
    expect(page).not.toMatch(/href="\s*javascript:/i)
  })
})

it('the comparison detects an added element and an added attribute', () => {
  expect(skeletonOf('<p>a<b>c</b></p>')).not.toEqual(skeletonOf('<p>a</p>'))
  expect(skeletonOf('<p title="a" onclick="b">')).not.toEqual(skeletonOf('<p title="a">'))
})
