import { openAs } from '../support/people.ts'
import { clinicOrigin, mainOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const sunrise = clinicOrigin('sunrise')

for (const width of [390, 1280])
  test(`a clinic’s site is complete without JavaScript, at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 900 },
    })
    const page = await context.newPage()
    await page.goto(sunrise)
    await expect(page.getByRole('heading', { level: 1, name: 'Sunrise Family Clinic' })).toBeVisible()
    for (const section of ['Our plans', 'Our team', 'Opening hours', 'About us'])
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeVisible()
    await expect(page.getByText(/^\$\d+/).first()).toBeVisible()
    expect(await context.cookies()).toEqual([])
    await expect(page.getByRole('link', { name: 'Book a visit' })).toHaveAttribute(
      'href',
      '/appointments?booking=book',
    )
    await expect(
      page.getByText(/^New here\? Create an account, confirm your email, and choose a time/),
    ).toBeVisible()
    await context.close()
  })

for (const width of [390, 1280])
  test(`the plans to join are complete without JavaScript, at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } })
    const page = await context.newPage()
    for (const path of ['/join/plan', '/join/plan?canceled=1']) {
      await page.goto(`${sunrise}${path}`)
      await expect(page).toHaveTitle('Choose your plan at Sunrise Family Clinic · Sunrise Family Clinic')
      const title = 'Choose your plan at Sunrise Family Clinic'
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.getByRole('status')).toContainText('JavaScript is switched off in your browser')
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await expect(page.getByRole('main')).toContainText(/\$\d+/)
      await expect(page.getByRole('link', { name: 'Join this plan' })).toHaveCount(0)
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await context.close()
  })

test('the plans to join are shown before the app, which then replaces them', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${sunrise}/join/plan`, { waitUntil: 'commit' })
  await expect(page.getByRole('link', { name: /^Join this plan/ }).first()).toBeVisible()
  const before = await page.getByRole('heading', { level: 2 }).first().boundingBox()
  release()
  await expect(page.locator('#served')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const after = await page.getByRole('heading', { level: 2 }).first().boundingBox()
  expect(after?.y).toBeCloseTo(before?.y ?? 0, 0)
})

test('a link to it has a preview picture that loads', async ({ page }) => {
  await page.goto(sunrise)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const type = await page.evaluate(async (address) => {
    const answer = await fetch(address)
    return answer.ok ? answer.headers.get('content-type') : null
  }, picture ?? '')
  expect(type).toMatch(/^image\//)
})

test('its plans link to joining, its prices are machine-readable, and it is accessible', async ({ page }) => {
  await page.goto(sunrise)
  const [block] = await page.locator('script[type="application/ld+json"]').allTextContents()
  const data = JSON.parse(block ?? '')
  expect(data).toMatchObject({ '@type': 'MedicalClinic', name: 'Sunrise Family Clinic', url: `${sunrise}/` })
  const [offer] = data.makesOffer
  expect(offer.priceSpecification).toMatchObject({
    price: expect.stringMatching(/^\d+\.\d\d$/),
    priceCurrency: 'USD',
  })
  await page.getByRole('link', { name: `Join this plan: ${offer.name}`, exact: true }).click()
  await page.waitForURL(`${sunrise}/join/plan?price=*`)
})

test('on plain localhost its links contain the clinic; signed-in users get a link to their area', async ({
  browser,
  page,
}) => {
  await page.goto(`http://localhost:${new URL(mainOrigin).port}/?c=sunrise`)
  await expect(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?c=sunrise')
  const own = await openAs(browser, 'patient@sunrise.test', '/')
  await own.getByRole('link', { name: 'My Clinic' }).click()
  await own.waitForURL(`${sunrise}/home`)
  await own.context().close()
})

// spec: A2 An unknown clinic’s host answers 404 without a cookie
// spec: A3 An unknown clinic is not found
test('an address without a clinic answers 404 and sets no cookie', async ({ request }) => {
  for (const path of ['/', '/join', '/home']) {
    const answer = await request.get(`${serverAddress}${path}`, {
      headers: { host: `nobody-here.${new URL(mainOrigin).host}` },
    })
    expect(answer.status()).toBe(404)
    expect(answer.headers()['set-cookie']).toBeUndefined()
    expect(await answer.text()).toContain('Clinic with slug &#x27;nobody-here&#x27; not found.')
  }
})

// spec: A2 A malformed clinic name in the query answers 404 with that name
test('a malformed name in the query answers 404 and shows the name', async ({ page }) => {
  for (const path of ['/?c=ab', '/join?c=ab', '/join?c=not%20a%20name']) {
    const answer = await page.goto(`${mainOrigin}${path}`)
    expect(answer?.status()).toBe(404)
    const name = new URL(`${mainOrigin}${path}`).searchParams.get('c')
    await expect(page.getByText(`Clinic with slug '${name}' not found.`)).toBeVisible()
  }
})
