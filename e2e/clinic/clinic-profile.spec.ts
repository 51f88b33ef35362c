import { expectAccessible } from '../support/accessibility.ts'
import { openAs, openHub } from '../support/people.ts'
import { clinicOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/*
 * The clinic's profile: name, address and hours, and the redirect from the old address (docs/specification.md B2.12,
 * B4).
 */
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)

const old = clinicOrigin(`old-${run}`)
const moved = clinicOrigin(`bright-river-${run}`)

// spec: B2.12 A clinic changes its name and address
test('a clinic gets a new name and address', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const email = `founder-${run}@example.test`
  const founder = { name: 'Ines Moreau', email, password: 'quiet-river-41' }
  await openHub(page.context(), founder, { name: `Old ${run}`, subdomain: `old-${run}` })

  await page.goto(`${old}/settings/clinic`)
  await expect(page.getByRole('heading', { name: 'Clinic Profile', level: 1 })).toBeVisible()
  const slug = page.getByLabel('URL slug')
  await expect(slug).toHaveValue(`old-${run}`)
  // a new name leaves the address, and offers its own
  await page.getByLabel('Clinic name').fill(`Bright River ${run}`)
  await expect(slug).toHaveValue(`old-${run}`)
  await slug.fill('sunrise')
  await expect(page.getByText(/already taken/).first()).toBeVisible()
  await page.getByRole('button', { name: `Keep “old-${run}”` }).click()
  await expect(slug).toHaveValue(`old-${run}`)
  await page.getByRole('button', { name: `Change it to “bright-river-${run}”` }).click()
  await expect(slug).toHaveValue(`bright-river-${run}`)
  await expect(page.getByText('This address is available.')).toBeVisible()

  await page.getByLabel('Tagline').fill('Care by the river')
  await expect(page.getByText('23 characters left')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('redirects to the new address for 180 days')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Save and move' }).click()
  await page.waitForURL(`${moved}/settings/clinic`)
  await expect(page.getByLabel('Clinic name')).toHaveValue(`Bright River ${run}`)

  // the server caches an address for five seconds
  await expect(async () => {
    const answer = await page.request.get(`${serverAddress}/join/plan`, {
      headers: { host: new URL(old).host },
      maxRedirects: 0,
    })
    expect(answer.headers().location).toBe(`${moved}/join/plan`)
  }).toPass({ timeout: 15_000 })
  await page.goto(`${old}/join/plan`)
  await page.waitForURL(`${moved}/join/plan`)
  await page.context().close()
})

test('on a phone, the list of settings leads to the hours, which save alone', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const founder = { name: 'Ines Moreau', email: `hours-${run}@example.test`, password: 'quiet-river-41' }
  await openHub(page.context(), founder, { name: `Hours ${run}`, subdomain: `hours-${run}` })
  await page.goto(`${clinicOrigin(`hours-${run}`)}/settings`)
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  const list = page.getByRole('navigation', { name: 'Settings' })
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Hours' }).click()
  await expect(page.getByRole('heading', { name: 'Opening hours', level: 1 })).toBeVisible()
  await expect(list).toBeHidden()

  await page.getByRole('button', { name: 'Add hours on Monday' }).click()
  await page.getByLabel('Monday, closes').fill('08:00')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // the summary names the day, and leads to its field
  await page.getByRole('button', { name: 'Monday: the closing time must be after the opening time.' }).click()
  await expect(page.getByLabel('Monday, opens')).toBeFocused()
  await page.getByLabel('Monday, closes').fill('16:30')
  await page.getByRole('button', { name: 'Same hours Monday to Friday' }).click()
  await expect(page.getByLabel('Friday, closes')).toHaveValue('16:30')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^Saved /)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Friday, closes')).toHaveValue('16:30')

  await page.getByRole('link', { name: 'Settings', exact: true }).first().click()
  await list.getByRole('link', { name: 'General' }).click()
  await expect(page.getByLabel('Clinic name')).toHaveValue(`Hours ${run}`)
  await page.context().close()
})

test('changed ages of minors are not lost by a link, and an error that clears moves no button', async ({
  browser,
}) => {
  const page = await browser.newPage()
  const founder = { name: 'Ines Moreau', email: `minors-${run}@example.test`, password: 'quiet-river-41' }
  await openHub(page.context(), founder, { name: `Minors ${run}`, subdomain: `minors-${run}` })
  await page.goto(`${clinicOrigin(`minors-${run}`)}/settings/minors`)
  const limited = page.getByLabel('Access becomes limited at age')
  const save = page.getByRole('button', { name: /^Save/ })
  await limited.fill('99')
  await save.click()
  await expect(limited).toHaveAttribute('aria-invalid', 'true')
  const before = await save.boundingBox()
  await limited.fill('13')
  await expect(limited).toHaveAttribute('aria-invalid', 'false')
  expect((await save.boundingBox())?.y).toBe(before?.y)

  const hours = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Hours' })
  await hours.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Your changes on this page have not been saved yet.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(limited).toHaveValue('13')
  await hours.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Opening hours', level: 1 })).toBeVisible()
  await page.context().close()
})

test('an admin copies the publishable key, which the pages send too', async ({ browser }) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  const page = await openAs(browser, 'admin@sunrise.test', null, { permissions })
  const sent = page.waitForRequest((request) => request.url().endsWith('/reads/v1'))
  // a saved link to the card's former page
  await page.goto(`${clinicOrigin('sunrise')}/settings/clinic#publishable-key`)
  await page.waitForURL('**/settings/integrations#publishable-key')
  const card = page.getByRole('region', { name: 'Publishable key' })
  const key = await card.locator('code').innerText()
  expect(key).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/)
  expect((await sent).headers().apikey).toBe(key)
  await card.getByRole('button', { name: 'Copy the key' }).click()
  await expect(card.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.context().close()
})

test('patients see when the clinic is open', async ({ browser }) => {
  const page = await openAs(browser, 'patient@sunrise.test', '/home')
  await page.getByText('Opening hours and more').click()
  await expect(page.getByText('Monday to Thursday')).toBeVisible()
  await expect(page.getByText('8:00 AM to 12:30 PM, 1:30 PM to 5:30 PM')).toBeVisible()
  await page.context().close()
})
