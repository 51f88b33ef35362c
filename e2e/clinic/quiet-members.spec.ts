import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { advanceClock } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const viewport = { width: 390, height: 900 }

test('members who pay and stay away are listed, with one press to write', async ({ browser, request }) => {
  await advanceClock(request, 'P120D')
  const page = await openAs(browser, 'staff@sunrise.test', '/clinic?tab=patients', {
    viewport,
  })
  const card = page.getByRole('region', { name: 'Quiet members' })
  await expect(card.getByRole('status')).toHaveText(/\d+ members? .+ quiet for 60 days or longer/)
  await card.getByLabel('Without contact for').selectOption({ label: '90 days' })
  await expect(card.getByRole('status')).toHaveText(/quiet for 90 days or longer/)
  await expect(page).toHaveURL(/quiet=90/)
  await expectAccessible(page)
  const write = card.getByRole('link', { name: /^Write to / }).first()
  const name = ((await write.getAttribute('aria-label')) ?? '').replace('Write to ', '')
  await write.click()
  await expect(page.getByRole('button', { name: 'Send message' })).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
  await page.context().close()

  const money = await openAs(browser, 'admin@sunrise.test', '/clinic/money', {
    viewport,
  })
  const months = money.getByRole('region', { name: 'Patients on a plan by month', exact: true })
  await expect(months.getByText(/Counted since \w+ \d{4}\./)).toBeVisible()
  await months.getByLabel('Quiet without contact for').selectOption({ label: '30 days' })
  await expect(money).toHaveURL(/quiet=30/)
  await expect(months.getByRole('columnheader', { name: 'Quiet' })).toBeVisible()
  await expect(months.getByRole('row').last().getByRole('cell').last()).toHaveText(/^\d+$/)
  await expectAccessible(money)
  await money.context().close()
})
