import { errorTexts } from '#domain/texts/errors.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { openAs } from '../support/people.ts'
import { clinicOrigin, mainOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* The public pages (docs/specification.md A1, B2.1, B2.2): animations, links, and a message to the operator. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const run = Date.now().toString(36)

// spec: A1 The footer links to About us, Contact and Wellness plans
// spec: A2 The public pages open from the footer
test('the footer links to every public page', async ({ page }) => {
  await page.goto(mainOrigin)
  const footer = page.getByRole('navigation', { name: 'Footer' })
  for (const [link, title] of [
    ['How it works', 'How it works'],
    ['Pricing', 'Plans for every clinic'],
    ['Wellness plans', 'Wellness plans'],
    ['About us', 'About us'],
    ['Contact', 'Contact'],
    ['Privacy', 'Privacy'],
    ['Security', 'Security'],
    ['Terms', 'Terms'],
  ] as const) {
    await footer.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

// spec: A1 The hero is titled Seamless Membership Management
// spec: A1 The tagline rotates over six messages, 5 s each with a fade of 1 s
// spec: A1 One of the features is selected at a time
// spec: A1 The carousel of testimonials wraps around
// spec: B2.2 A click selects an item of the feature carousel
// spec: B2.2 The testimonials wrap in both directions, with a fade of 250 ms
// spec: B2.2 One question of the FAQ is open, the first at first, and it can be closed
// spec: A9 The tagline has six messages, 5,000 ms and a fade of 1,000 ms
// spec: B9 The testimonials fade in 250 ms
test('the landing page moves, waits and answers as specified', async ({ page }) => {
  await page.clock.install()
  await page.goto(mainOrigin)
  await expect(page.getByRole('heading', { level: 1, name: 'Seamless Membership Management' })).toBeVisible()

  // six lines, 5 s each from the first paint, then the first again; their script loads after three idle seconds
  await page.clock.runFor(3_100)
  await expect(page.locator('[data-island="tagline"]')).toHaveCount(0)
  const first = page.getByText('Plans that patients understand.')
  const second = page.getByText('Payments that arrive automatically.')
  await expect(first).toHaveAttribute('aria-hidden', 'false')
  await expect(first).toHaveCSS('transition', /^opacity 1s/)
  await page.clock.runFor(1_900)
  await expect(second).toHaveAttribute('aria-hidden', 'false')
  await expect(first).toHaveAttribute('aria-hidden', 'true')
  await page.clock.runFor(25_000)
  await expect(first).toHaveAttribute('aria-hidden', 'false')
  await page.getByRole('button', { name: 'Stop the moving texts' }).first().click()
  await page.clock.runFor(12_000)
  await expect(first).toHaveAttribute('aria-hidden', 'false')

  await page.getByRole('button', { name: 'Actionable performance insights' }).click()
  await expect(page.getByText('Renewals and failed payments by name')).toBeVisible()
  await expect(page.getByText('A plan with a live preview')).toBeHidden()

  const today = page.getByRole('button', { name: 'Today', exact: true })
  const members = page.getByRole('button', { name: 'Members', exact: true })
  await members.click()
  await page.clock.runFor(6_000)
  await expect(members).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('heading', { name: 'Questions' }).hover()
  await members.blur()
  await page.clock.runFor(10_000)
  await expect(today).toHaveAttribute('aria-pressed', 'true')

  const shown = (who: string) => page.getByText(who).locator('..')
  await page.getByRole('button', { name: 'Previous story' }).click()
  await expect(shown('An office manager’s first of the month')).toHaveAttribute('aria-hidden', 'false')
  await page.getByRole('button', { name: 'Next story' }).click()
  await expect(shown('A receptionist’s Monday')).toHaveAttribute('aria-hidden', 'false')
  await expect(shown('A receptionist’s Monday')).toHaveCSS('transition', /^opacity 0\.25s/)

  await expect(page.getByText('A hub opens in minutes.')).toBeVisible()
  await page.getByText('What does it cost?').click()
  await expect(page.getByText('A hub opens in minutes.')).toBeHidden()
  await page.getByText('What does it cost?').click()
  await expect(page.getByText('and nothing in months without revenue')).toBeHidden()
})

// spec: A4 The lead form is disabled after success, and its button reads Submitted!
// spec: B2.2 Request a Demo leads to the contact form
// spec: A5 The lead form needs a valid address
// spec: A8 The lead form has a sentence for failed, unexpected, successful and known
test('the lead form and the contact form show errors, and send a message once', async ({
  page,
  browserErrors,
}) => {
  await page.goto(mainOrigin)
  const email = `lead-${run}@clinic.test`
  await page.getByLabel('Clinic email').fill('not an address')
  await page.getByRole('button', { name: 'Get in touch' }).click()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await page.getByLabel('Clinic email').fill(email)
  for (const [status, text] of [
    [403, 'Submission failed. Please try again.'],
    [502, 'An unexpected error occurred. Please try again.'],
  ] as const) {
    await page.route('**/rest/v1/leads*', (route) =>
      route.fulfill({
        status,
        ...(status === 403 ? { json: { code: '42501', message: 'no' } } : { body: 'x' }),
      }),
    )
    await page.getByRole('button', { name: 'Get in touch' }).click()
    await expect(page.getByText(text)).toBeVisible()
    await page.unroute('**/rest/v1/leads*')
  }
  await page.getByRole('button', { name: 'Get in touch' }).click()
  await expect(page.getByText('Thank you! We received your email.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submitted!' })).toBeDisabled()
  await expect(page.getByLabel('Clinic email')).toBeDisabled()
  await page.reload()
  await page.getByLabel('Clinic email').fill(email)
  await page.getByRole('button', { name: 'Get in touch' }).click()
  await expect(page.getByText('This email has already been submitted.').first()).toBeVisible()

  await page.getByRole('link', { name: 'Request a Demo' }).click()
  await expect(page.getByLabel('What is it about?')).toHaveValue('demo')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Write what you would like to know.').first()).toBeVisible()
  await page.getByLabel('Name').fill('Ada Lane')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Message').fill('Could you show us a hub?')
  await page.route('**/functions/v1/send-contact-request', (route) =>
    route.fulfill({ status: 429, json: { code: 'rate_limited', message: errorTexts.rate_limited } }),
  )
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Your message was not sent')).toBeVisible()
  await expect(page.getByText(errorTexts.rate_limited)).toBeVisible()
  await page.unroute('**/functions/v1/send-contact-request')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(`Your message has arrived. We will answer to ${email}.`)).toBeVisible()
  browserErrors.splice(0)
})

// spec: B2.2 The impact statistics are 25%, 15 hrs, 30% and 95%
test('without JavaScript public pages are complete, and forms say that they need it', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(mainOrigin)
  for (const text of [
    'Seamless Membership Management',
    // each animated and each selectable text
    'Payments that arrive automatically.',
    'Renewals and failed payments by name',
    ...(marketingTexts.landing.tour[2]?.lines ?? []),
    'An office manager’s first of the month',
    ...['25%', '15 hrs', '30%', '95%'],
  ])
    await expect(page.getByText(text).first(), text).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next story' })).toBeHidden()
  await expect(page.getByText(/reload the page to use this form/)).toBeVisible()
  await page.getByText('Can we leave?').click()
  await page.getByLabel('Clinic email').fill('ada@clinic.test')
  await page.getByRole('button', { name: 'Get in touch' }).click()
  expect(page.url()).toBe(`${mainOrigin}/`)
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Pricing' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plans for every clinic' })).toBeVisible()
  await page.goto(`${mainOrigin}/login`)
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})

test('input entered before a form’s script loaded is preserved and sent', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/forms-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(mainOrigin)
  await page.getByLabel('Clinic email').fill('not an address')
  // the script loads while the button is pressed
  await page.getByRole('button', { name: 'Get in touch' }).hover()
  await page.mouse.down()
  const loaded = page.waitForResponse('**/assets/forms-*.js')
  release()
  await (await loaded).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.mouse.up()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByLabel('Clinic email')).toHaveValue('not an address')
})

test('a click before the script of an animation has loaded takes effect afterwards', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/moving-*.js', async (route) => {
    await held
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/moving-*.js')
  await page.goto(mainOrigin)
  const members = page.getByRole('button', { name: 'Members', exact: true })
  await members.click()
  await page.getByRole('button', { name: 'Actionable performance insights' }).click()
  await asked
  await expect(page.getByText('Renewals and failed payments by name')).toBeHidden()
  release()
  await expect(page.getByText('Renewals and failed payments by name')).toBeVisible()
  await expect(members).toHaveAttribute('aria-pressed', 'true')
})

test('a static public page loads nothing more when it is used', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.clock.install()
  await page.goto(`${mainOrigin}/privacy`)
  await page.mouse.move(200, 200)
  await page.keyboard.press('Tab')
  await page.clock.runFor(10_000)
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/visitor-/)])
})

test('signed-in users get the app on a public page, with a link to their area', async ({ browser }) => {
  const page = await openAs(browser, 'patient@sunrise.test', null)
  await page.goto(mainOrigin)
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Health' })).toBeVisible()
  await page.context().close()
})

// spec: B2.1 The commission and the three plans are compared on the pricing page
test('the slider on the pricing page names the cheapest offer, by keyboard and without JavaScript in words', async ({
  browser,
  page,
}) => {
  await page.goto(`${mainOrigin}/pricing`)
  for (const offer of ['Partnership', 'Starter', 'Professional', 'Enterprise'])
    await expect(page.getByRole('heading', { level: 2, name: offer })).toBeVisible()
  const slider = page.getByRole('slider', { name: 'Revenue from your plans in a month' })
  const cheapest = page.getByText('Cheapest').locator('../..')
  await expect(cheapest).toContainText('Partnership, 12%')
  await slider.focus()
  await expect(page.locator('[data-island="cheaper"]')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '$425')
  await expect(cheapest).toContainText('Starter')
  await expect(page.getByText('$51', { exact: true })).toBeVisible()

  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(`${mainOrigin}/pricing`)
  await expect(plain.getByText(/Starter from \$409, Professional from \$826/)).toBeVisible()
  await expect(plain.getByRole('slider')).toBeHidden()
  await plain.context().close()
})

// spec: B2.3 An address without a page answers 404
test('an address without a page, and a plan that is not offered, answer 404', async ({ request, page }) => {
  const sunrise = clinicOrigin('sunrise')
  for (const [address, status] of [
    [`${mainOrigin}/nowhere-at-all`, 404],
    [`${sunrise}/members/1/2/3/4`, 404],
    [`${sunrise}/join/plan?price=0197a3f0-0000-7000-8000-000000000000`, 404],
    [`${sunrise}/join/plan`, 200],
    [`${mainOrigin}/Login`, 200],
    [`${sunrise}/members/0197a3f0`, 200],
  ] as const) {
    const answer = await request.get(
      `${serverAddress}${new URL(address).pathname}${new URL(address).search}`,
      {
        headers: { host: new URL(address).host },
      },
    )
    expect(answer.status(), address).toBe(status)
  }
  await page.goto(`${sunrise}/join/plan?price=0197a3f0-0000-7000-8000-000000000000`)
  await expect(page.getByText('$').first()).toBeVisible()
})

test('the landing page shows three screens of the demo, and all have a size', async ({ page }) => {
  await page.goto(mainOrigin)
  const screens = page.locator('picture img')
  await expect(screens).toHaveCount(3)
  for (const screen of await screens.all()) {
    await screen.scrollIntoViewIfNeeded()
    await expect.poll(() => screen.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(700)
    await expect(screen).toHaveAttribute('alt', /./)
    await expect(screen).toHaveAttribute('height', /^\d+$/)
  }
})

test('the bar of the public pages takes one row from 320 px on, with Pricing in it', async ({ page }) => {
  for (const width of [320, 390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(mainOrigin)
    const links = page.getByRole('banner').getByRole('link')
    const middles = await links.evaluateAll((all) =>
      all.map((link) => {
        const { top, height } = link.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    expect(new Set(middles).size, `rows at ${width} px`).toBe(1)
    await expect(links.filter({ hasText: 'Pricing' })).toBeVisible()
  }
})
