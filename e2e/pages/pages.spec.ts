import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { shiftsOf, watchShifts } from '../support/layout-shift.ts'
import { signInProfile } from '../support/people.ts'
import { clinicOrigin, expectLoaded, mainOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * Every route of docs/specification.md at a phone's and a desktop's width: on the main host, on a clinic's, and on
 * plain localhost with `c`. One load per page, with each general promise as a case.
 */
interface Case {
  /** section of docs/specification.md, and the page */
  row: string
  path: string
  heading: string | RegExp
  /** the tab's title; by default the heading, unless a pattern */
  title?: string
  leadsTo?: RegExp
}

const sunrise = clinicOrigin('sunrise')
const local = mainOrigin.replace('carefold.localhost', 'localhost')

const publicCases: Case[] = [
  { row: 'A1 landing page', path: '/', heading: 'Seamless Membership Management' },
  { row: 'B2.1 pricing', path: '/pricing', heading: 'Plans for every clinic' },
  { row: 'A2 how it works', path: '/how-it-works', heading: 'How it works' },
  { row: 'A2 about us', path: '/about-us', heading: 'About us' },
  { row: 'A2 contact', path: '/contact', heading: 'Contact' },
  { row: 'A2 wellness plans', path: '/wellness-plans', heading: 'Wellness plans' },
  { row: 'A2 privacy', path: '/privacy', heading: 'Privacy' },
  { row: 'A2 security', path: '/security', heading: 'Security' },
  { row: 'A2 terms', path: '/terms', heading: 'Terms' },
]

const accessCases: Case[] = [
  { row: 'A2 login', path: '/login', heading: 'Welcome back' },
  { row: 'A2 sign-up', path: '/sign-up', heading: 'Create Your Clinic Hub' },
  { row: 'A2 forgot password', path: '/forgot-password', heading: 'Forgot your password?' },
  { row: 'A2 accept-invite without a session', path: '/accept-invite', heading: 'Invalid Invitation' },
  { row: 'A2 join', path: '/join', heading: 'Create Your Account' },
  { row: 'A2 unauthorized', path: '/unauthorized', heading: 'Access Denied' },
  { row: 'B2.3 page not found', path: '/nowhere-at-all', heading: 'Page Not Found' },
  {
    row: 'A2 update password without a session',
    path: '/update-password',
    // checks again after 1.5 s, then redirects to the login page
    heading: /^(Checking your reset link\.\.\.|Welcome back)$/,
    leadsTo: /^\/(update-password|login)$/,
  },
  {
    row: 'A2 guard: signed in',
    path: '/settings/profile',
    heading: 'Welcome back',
    leadsTo: /^\/login$/,
  },
  { row: 'A2 guard: signed in, home', path: '/home', heading: 'Welcome back', leadsTo: /^\/login$/ },
]

const accessAtClinic: Case[] = [
  { row: 'A2 login', path: '/login', heading: 'Sign in to Sunrise Family Clinic' },
  { row: 'A2 join', path: '/join', heading: 'Join Sunrise Family Clinic' },
  { row: 'A2 forgot password', path: '/forgot-password', heading: 'Forgot your password?' },
  { row: 'B2.3 page not found', path: '/nowhere-at-all', heading: 'Page Not Found' },
]

const clinicCases: Case[] = [
  { row: 'B2.9 clinic dashboard', path: '/clinic', heading: 'Sunrise Family Clinic Dashboard' },
  { row: 'B2.10 members', path: '/members', heading: 'Clinic Members' },
  { row: 'B2.15 appointments', path: '/appointments', heading: 'Appointments' },
  { row: 'B2.13 content', path: '/content', heading: 'Content Management' },
  { row: 'B2.12 clinic profile', path: '/settings/clinic', heading: 'Clinic Profile' },
]

/** Wide screens show the list beside each page (docs/decisions/0184). */
const settingsCases: Record<'wide' | 'phone', Case> = {
  wide: {
    row: 'B2.12 settings lead to the profile',
    path: '/settings',
    heading: 'Profile Settings',
    leadsTo: /^\/settings\/profile$/,
  },
  phone: { row: 'B2.12 settings are a list', path: '/settings', heading: 'Settings' },
}

const patientCases: Case[] = [
  {
    row: 'B2.4 patient dashboard',
    path: '/home',
    heading: /^Good (morning|afternoon|evening)/,
    title: 'Home',
  },
  { row: 'B2.5 learning center', path: '/learn', heading: 'Learning Center' },
  { row: 'B2.6 my profile', path: '/profile', heading: 'My Profile' },
  {
    row: 'A2 guard: clinic admin',
    path: '/settings/clinic',
    heading: 'Access Denied',
    leadsTo: /^\/unauthorized$/,
  },
]

async function look(
  page: Page,
  origin: string,
  { row, path, heading, leadsTo, title = typeof heading === 'string' ? heading : '' }: Case,
  { query = '', mostShift = 0.02 }: { query?: string; mostShift?: number } = {},
): Promise<void> {
  const where = `${row} (${new URL(origin).hostname}${query})`
  await page.goto(`${origin}${path}${query}`)
  await expectLoaded(page)
  await page.evaluate(() => document.fonts.ready)
  await test.step(`${where}: it leads to its page`, async () => {
    const { pathname } = new URL(page.url())
    if (leadsTo) expect(pathname).toMatch(leadsTo)
    else expect(pathname).toBe(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toHaveText(heading)
  })
  const { shifts, facts } = {
    shifts: await shiftsOf(page),
    facts: await page.evaluate(() => ({
      headings: document.querySelectorAll('h1').length,
      mains: document.querySelectorAll('main').length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      title: document.title,
      lang: document.documentElement.lang,
    })),
  }
  await test.step(`${where}: nothing moves while it loads`, () => {
    expect.soft(shifts.sum, `${where}: ${shifts.parts.join('; ')}`).toBeLessThanOrEqual(mostShift)
  })
  await test.step(`${where}: one heading, one main part, and its title`, () => {
    expect.soft({ ...facts, overflow: 0 }, where).toMatchObject({ headings: 1, mains: 1, lang: 'en' })
    expect.soft(facts.title, where).toContain(title)
  })
  await test.step(`${where}: it fits the width`, () => {
    expect.soft(facts.overflow, where).toBe(0)
  })
}

async function open(browser: Browser, options: BrowserContextOptions, email?: string): Promise<Page> {
  const context = await browser.newContext(options)
  if (email) await signInProfile(context, email)
  const page = await context.newPage()
  await watchShifts(page)
  return page
}

/** Delays fonts, as on a slow line. @returns the shift that is still allowed */
async function delayFonts(page: Page): Promise<{ mostShift: number }> {
  const isRead = () => page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 5_000 })
  await page.route('**/*.woff2', async (route) => {
    await isRead().catch(() => undefined)
    await route.continue()
  })
  // a line of prose may break one word earlier or later
  return { mostShift: 0.05 }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`pages of visitors at ${viewport.width} px`, async ({ browser }) => {
    const page = await open(browser, { viewport })
    const late = await delayFonts(page)
    for (const each of [...publicCases, ...accessCases]) await look(page, mainOrigin, each, late)
    await look(
      page,
      sunrise,
      { row: 'A2 a clinic’s own site', path: '/', heading: 'Sunrise Family Clinic' },
      late,
    )
    for (const each of accessAtClinic) await look(page, sunrise, each, late)
    for (const each of accessAtClinic.slice(0, 2))
      await look(page, local, each, { query: '?c=sunrise', ...late })
    await page.context().close()
  })

  // spec: B2.12 /settings leads to the profile
  test(`pages of signed-in users at ${viewport.width} px`, async ({ browser }) => {
    const admin = await open(browser, { viewport }, 'admin@sunrise.test')
    const settings = settingsCases[viewport.width < 768 ? 'phone' : 'wide']
    for (const each of [...clinicCases, settings]) await look(admin, sunrise, each)
    // patients of other journeys can fill the first page
    await admin.goto(`${sunrise}/members?search=Nora`)
    await admin.getByRole('link', { name: 'Nora Lindqvist' }).first().click()
    await admin.waitForURL('**/members/*')
    const { pathname } = new URL(admin.url())
    await look(admin, sunrise, { row: 'B2.10 a person', path: pathname, heading: 'Nora Lindqvist' })
    await admin.context().close()
    const patient = await open(browser, { viewport }, 'patient@sunrise.test')
    for (const each of patientCases) await look(patient, sunrise, each)
    await patient.context().close()
  })
}
