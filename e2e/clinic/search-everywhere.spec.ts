import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs } from '../support/people.ts'
import { clinicOrigin, expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('finds people, pages and actions by keyboard alone', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search people, pages and actions' })
  const chosen = page.getByRole('option', { selected: true })
  await expect(field).toBeFocused()

  await field.fill('grace wh')
  await expect(chosen).toContainText('Grace Whitfield')
  await expect(field).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Whitfield' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('settings')
  await expect(chosen).toContainText('Settings')
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toContainText('Your data')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/settings\/profile/)

  await page.keyboard.press('Control+k')
  await field.fill('invite pat')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Invite a patient' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await field.fill('nobody is called that')
  await expect(page.getByText('Nothing found.')).toBeVisible()
  await field.fill('555')
  await expect(page.getByText('Enter at least 4 digits of a phone number.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await page.context().close()
})

test('letters typed while the search loads are not lost', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic')
  await expectLoaded(page)
  const loaded = Promise.withResolvers<void>()
  const late: string[] = []
  await page.route(/\/assets\/.+\.js$/, async (route) => {
    late.push(route.request().url())
    await loaded.promise
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  const loading = page.getByRole('textbox', { name: 'Search people, pages and actions' })
  await expect(loading).toBeFocused()
  await page.keyboard.type('grace')
  loaded.resolve()
  const field = page.getByRole('combobox', { name: 'Search people, pages and actions' })
  await expect(field).toBeFocused()
  await page.keyboard.type(' wh')
  await expect(field).toHaveValue('grace wh')
  await expect(page.getByRole('option', { selected: true })).toContainText('Grace Whitfield')
  expect(late).not.toEqual([])
  await page.context().close()
})

test('staff see permitted options, on a phone by a button', async ({ browser }) => {
  const page = await openAs(browser, 'staff@sunrise.test', '/clinic', {
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  })
  await page.getByRole('button', { name: 'Search everywhere' }).click()
  const options = page.getByRole('option')
  await expect(options.filter({ hasText: 'Members' }).first()).toBeVisible()
  await expect(options.filter({ hasText: 'Money' })).toHaveCount(0)
  await expect(options.filter({ hasText: 'Invite Members' })).toHaveCount(0)
  await expect(options.filter({ hasText: 'Invite patient' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('combobox').fill('kenji')
  await options.filter({ hasText: 'Kenji Watanabe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kenji Watanabe' })).toBeVisible()
  await page.context().close()
})

test('the receptionist finds “Siobhán O’Brien” by 0147', async ({ browser }) => {
  const run = Date.now().toString(36)
  const context = await browser.newContext()
  const name = `Siobhán O’Brien ${run}`
  await joinAsPatient(context, 'harbor', {
    email: `siobhan.${run}@example.test`,
    name,
    password: 'a long enough password',
  })
  const siobhan = await context.newPage()
  await siobhan.goto(`${clinicOrigin('harbor')}/profile`)
  await siobhan.getByLabel('Phone').fill('(212) 555-0147')
  await siobhan.getByLabel('Date of birth').fill('1990-05-31')
  const saved = siobhan.waitForResponse('**/functions/v1/save-personal-details')
  await siobhan.getByRole('tabpanel').getByRole('button', { name: 'Save changes' }).click()
  expect((await saved).status()).toBe(200)
  await context.close()

  const desk = await openAs(browser, 'admin@harbor.test', '/clinic')
  await expect(desk.getByRole('button', { name: 'Search' })).toBeVisible()
  await desk.keyboard.press('Control+k')
  const field = desk.getByRole('combobox', { name: 'Search people, pages and actions' })
  for (const text of ['0147', `obrien ${run}`, `siobhan 5/31/1990`]) {
    await field.fill(text)
    await expect(desk.getByRole('option').filter({ hasText: name })).toBeVisible()
  }
  await field.fill('refund')
  await expect(desk.getByRole('option', { selected: true })).toContainText('Money')
  await desk.context().close()
})
