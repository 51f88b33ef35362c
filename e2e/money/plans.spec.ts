import { expectAccessible } from '../support/accessibility.ts'
import { joinAndPay, openAs } from '../support/people.ts'
import { clinicOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const harbor = clinicOrigin('harbor')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)

test('a published plan is duplicated, published after one question, and changed for new members', async ({
  browser,
}) => {
  const desk = await openAs(browser, 'admin@harbor.test', '/clinic/plans')
  await desk
    .getByRole('row', { name: /Harbor Membership/ })
    .getByRole('link')
    .first()
    .click()
  await desk.getByRole('link', { name: 'Duplicate' }).click()
  const name = desk.getByLabel('Name', { exact: true })
  await expect(name).toHaveValue(/\(copy\)$/)
  await name.fill(`Tide ${run}`)
  await desk.getByLabel('Price').fill('40')
  await desk.getByRole('button', { name: 'Publish' }).click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText('for $40 / month')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await expect(desk.getByText('Draft', { exact: true })).toBeVisible()
  await desk.getByRole('button', { name: 'Publish' }).click()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(desk.getByText('Plan published').first()).toBeVisible()

  const holder = { name: `Ole Berg ${run}`, email: `ole@${run}.test`, password: 'warm-lantern-77' }
  const home = await (await browser.newContext()).newPage()
  await joinAndPay(home.context(), 'harbor', holder, `Tide ${run}`)

  await desk.reload()
  await desk.getByRole('link', { name: 'Change for new members' }).click()
  await expect(desk.getByRole('heading', { name: `Change “Tide ${run}”` })).toBeVisible()
  await desk.getByLabel('Name', { exact: true }).fill(`High Tide ${run}`)
  await desk.getByLabel('Price').fill('55')
  await desk.getByRole('button', { name: 'Publish change' }).click()
  await expect(dialog).toContainText('The one existing member stays at the agreed terms and price.')
  await dialog.getByRole('button', { name: 'Publish change' }).click()
  await expect(desk.getByText('Plan changed').first()).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Versions' })).toContainText(`Version 1: Tide ${run}`)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${harbor}/join/plan`)
  await expect(visitor.getByRole('heading', { name: `High Tide ${run}` })).toBeVisible()
  await expect(visitor.getByRole('heading', { name: `Tide ${run}`, exact: true })).toHaveCount(0)
  await home.goto(`${harbor}/pay`)
  await expect(home.getByText('$40.00 every month').first()).toBeVisible()
  await expect(home.getByText(`Tide ${run}`, { exact: true }).first()).toBeVisible()

  // restores the clinic for later journeys
  await desk.getByRole('button', { name: 'Close for new members' }).click()
  await dialog.getByRole('button', { name: 'Close for new members' }).click()
  await expect(desk.getByText('Plan closed').first()).toBeVisible()
  for (const page of [desk, home, visitor]) await page.context().close()
})
