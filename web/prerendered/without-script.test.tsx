// Public pages without JavaScript: texts are complete, and parts that need a script say so, link elsewhere or are
// absent.
import { describe, expect, it } from 'vitest'
import { apiReferencePath } from '#domain/api/api-document.ts'
import type { ClinicSite } from '#domain/clinics/clinic-site.ts'
import { publicPages } from '#domain/marketing/public-pages.ts'
import { paths } from '#domain/paths.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { renderClinicSite, renderJoinPlans, renderPublicPages, renderUnknownClinic } from './pages.tsx'

const pages = renderPublicPages()

/** Texts that only a script shows: form states, controls of animations and their labels. */
const ofScript = new Set<string>([
  ...Object.values(marketingTexts.contact.form).filter((text) => typeof text === 'string'),
  ...[marketingTexts.contact.sentTitle, marketingTexts.contact.another],
  ...(['busy', 'submitted', 'success', 'duplicate', 'failed', 'unexpected', 'play'] as const).map(
    (name) => marketingTexts.landing[name],
  ),
])
/** Part of the form after all. */
const { about, name, email, clinicName, message, messageHint, send } = marketingTexts.contact.form
for (const text of [about, name, email, clinicName, message, messageHint, send]) ofScript.delete(text)

const words: Record<string, object> = {
  [paths.landing]: {
    ...marketingTexts.landing,
    screens: marketingTexts.screens,
  },
  [paths.howItWorks]: marketingTexts.howItWorks,
  [paths.wellnessPlans]: { ...marketingTexts.wellnessPlans, picture: marketingTexts.picture.included },
  [paths.aboutUs]: marketingTexts.aboutUs,
  [paths.contact]: marketingTexts.contact,
  [paths.privacy]: marketingTexts.privacy,
  [paths.security]: marketingTexts.security,
  [paths.terms]: marketingTexts.terms,
  [paths.pricing]: {
    ...{ title: clinicTierTexts.pricing.title, lead: clinicTierTexts.pricing.lead },
    ...{ together: clinicTierTexts.pricing.together, sales: clinicTierTexts.pricing.contactSales },
    signUp: clinicTierTexts.pricing.signUp,
    offers: [clinicTierTexts.partnership.name, clinicTierTexts.pricing.partnership],
    cheaper: clinicTierTexts.pricing.cheaper.title,
  },
}

function textsOf(part: unknown): string[] {
  if (typeof part === 'string') return ofScript.has(part) ? [] : [part]
  return part && typeof part === 'object' ? Object.values(part).flatMap(textsOf) : []
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;')

function partsOf(html: string, tag: string): string[] {
  return html.match(new RegExp(`<${tag}\\b[^>]*>[\\s\\S]*?</${tag}>`, 'g')) ?? []
}

describe.each(publicPages.map(({ path }) => path))('%s', (path) => {
  const html = pages[path] ?? ''
  const read = html.replaceAll(/<\/?span[^>]*>/g, '')

  it('contains every word of it', () => {
    expect(words[path], 'the words of this page are not known here').toBeDefined()
    expect(textsOf(words[path]).filter((text) => !read.includes(escaped(text)))).toEqual([])
  })

  it('every form says that it needs JavaScript, and sends nothing without it', () => {
    const forms = partsOf(html, 'form')
    expect(partsOf(html, 'noscript')).toHaveLength(forms.length)
    for (const notice of partsOf(html, 'noscript')) expect(notice).toContain(marketingTexts.needsScript)
    // method "dialog" without an action, so that a submit never puts an email into the URL
    for (const form of forms) expect(form).toMatch(/^<form(?=[^>]* method="dialog")(?![^>]* action=)/)
  })

  it('omits other controls that need a script', () => {
    const outside = html.replaceAll(/<form\b[\s\S]*?<\/form>/g, '')
    const moving = outside
      .replaceAll(/<ul[^>]*class="[^"]*scriptless:hidden[^"]*"[\s\S]*?<\/ul>/g, '')
      .match(/<button\b[^>]*>/g)
    for (const button of moving ?? []) expect(button).toContain('scriptless:hidden')
  })

  it('shows content that is hidden until it is chosen', () => {
    for (const part of html.match(/<\w+[^>]*class="[^"]*\b(?:opacity-0|hidden)\b[^"]*"[^>]*>/g) ?? [])
      if (!/scriptless:hidden|sm:block|md:block|lg:block/.test(part))
        expect(part).toMatch(/scriptless:(opacity-100|block)/)
  })

  it('every link leads to a page or a part of this one', () => {
    const known = new Set<string>([...Object.values(paths), apiReferencePath])
    const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href = '']) => href)
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((href) => !href.startsWith('#') && !known.has(href.split('?')[0] ?? ''))).toEqual([])
  })
})

const sunrise: ClinicSite = {
  ...{ subdomain: 'sunrise', name: 'Sunrise', color: 'plum', tagline: 'Care', about: 'A small practice' },
  ...{
    phone: '555-0100',
    website: 'https://x.example/',
    timeZone: 'UTC',
    openingHours: [],
    logoId: null,
  },
  ...{ brand: null, team: [{ name: 'Ada Lane', title: 'Nurse' }] },
  plans: [
    {
      ...{
        id: 'p',
        kind: 'wellness',
        name: 'Everyday',
        description: 'All',
        includes: ['Visits'],
        excludes: [],
      },
      ...{ childAgeLimit: 18, trialDays: 0, maxPauseMonths: 0, leavingRefund: 'none' },
      prices: [{ id: 'm', role: 'adult', interval: 'month', amountCents: 4_900, currency: 'usd', extra: [] }],
    } as never,
  ],
}

it('a clinic’s site needs no script: joining and booking are links', () => {
  const html = renderClinicSite(sunrise, { isSignedIn: false, sharesHost: false })
  expect(html).not.toMatch(/<(form|button|input)\b/)
  for (const text of [
    'Sunrise',
    'Care',
    'A small practice',
    '555-0100',
    'Ada Lane',
    'Nurse',
    'Everyday',
    '$49',
  ])
    expect(html).toContain(text)
  for (const href of [paths.login, `${paths.appointments}?booking=book`, `${paths.joinPlan}?price=m`])
    expect(html).toContain(`href="${href}"`)
})

it('an unknown clinic’s page says so, and links home', () => {
  const html = renderUnknownClinic('nobody', 'https://carefold.example/')
  expect(html).toContain('Clinic with slug &#x27;nobody&#x27; not found.')
  expect(html).toContain('href="https://carefold.example/"')
})

it('the plans to join state every price, and that joining needs a script', () => {
  const [plan] = sunrise.plans
  const [price] = plan?.prices ?? []
  if (!plan || !price) throw new Error('the site has no plan')
  const prices = [price, { ...price, id: 'y', interval: 'year' as const, amountCents: 49_000 }]
  const html = renderJoinPlans({ ...sunrise, plans: [{ ...plan, prices }] }, true)
  expect(html).toContain('$49')
  expect(html).toMatch(/<p class="[^"]*scriptless:block[^"]*">or \$490 a year/)
  expect(html).toContain('href="/join/plan?price=m&amp;c=sunrise"')
  expect(html).toContain(checkoutTexts.scriptless.call('555-0100'))
  // until the app has loaded
  expect(html).toMatch(/<fieldset disabled=""/)
  expect(renderJoinPlans({ ...sunrise, plans: [] }, false)).toContain(checkoutTexts.none)
})
