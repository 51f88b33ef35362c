import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient } from '../support/people.ts'
import { buttonOf, clinicOrigin, newestMail } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const password = 'a quiet long password'
const phone = { viewport: { width: 390, height: 844 } }

test('a mail about a visit leads to the visit after sign-in, and another account gets a clear answer', async ({
  browser,
  request,
}) => {
  const run = crypto.randomUUID().slice(0, 6)
  const accounts = ['lena', 'otto'].map((name) => ({
    name: `${name} Link`,
    email: `${name}-${run}@links.test`,
  }))
  const [lena, otto] = accounts as [(typeof accounts)[0], (typeof accounts)[0]]
  const own = await browser.newContext(phone)
  await joinAsPatient(own, 'sunrise', { ...lena, password })
  const booking = await own.newPage()
  await booking.goto(`${clinicOrigin('sunrise')}/appointments`)
  await booking.getByRole('button', { name: 'Book a visit' }).click()
  await booking.getByLabel('What kind of visit?').selectOption({ label: 'Follow-up, 20 minutes' })
  await booking.getByLabel('Which provider?').selectOption({ index: 1 })
  const days = booking.getByRole('group', { name: 'Days with free times' })
  await days.getByRole('button', { name: /, / }).nth(2).click()
  await booking
    .getByRole('group', { name: /^Free times on/ })
    .getByRole('button')
    .first()
    .click()
  await booking.getByRole('button', { name: 'Book this visit' }).click()
  await expect(booking.getByRole('heading', { name: 'Your next visit' })).toBeVisible()
  await own.close()

  const link = buttonOf(await newestMail(request, lena.email, /^Booked:/))
  expect(new URL(link).pathname).toMatch(/^\/open\/v\./)
  const visitor = await browser.newContext(phone)
  const page = await visitor.newPage()
  await page.goto(link)
  await page.getByLabel('Email', { exact: true }).fill(lena.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(/\/appointments#visit-/)
  const visit = page.locator('[data-linked]')
  await expect(visit).toContainText('Your next visit')
  await expect(visit).toBeFocused()
  await expect(visit).toBeInViewport()
  // the frame fades with the first key
  await page.keyboard.press('Shift')
  await expect(visit).toHaveCSS('outline-color', 'rgba(0, 0, 0, 0)')
  await visitor.close()

  const other = await browser.newContext(phone)
  await joinAsPatient(other, 'sunrise', { ...otto, password })
  const wrong = await other.newPage()
  await wrong.goto(link)
  await expect(wrong.getByText('The linked item is not here')).toBeVisible()
  await expectAccessible(wrong)
  await other.close()
})
