import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { openAs, sessionOf } from './support/people.ts'
import { clinicOrigin, expectLoaded, serverAddress } from './support/product.ts'
import { expect, test } from './support/test.ts'

const desktop = { viewport: { width: 1280, height: 900 } }

const unreadOf = async (page: Page): Promise<number> => {
  const name = await page
    .getByRole('button', { name: /^Notices/ })
    .first()
    .getAttribute('aria-label')
  return Number(/(\d+) unread/.exec(name ?? '')?.[1] ?? 0)
}

// spec: B2.12 A notice reaches the other browser and is read there
test('an assigned task appears in the other browser, is read there and completed', async ({ browser }) => {
  const title = `Call the pharmacy ${Date.now().toString(36)}`
  const other = await openAs(browser, 'staff@sunrise.test', '/clinic', desktop)
  await expectLoaded(other)
  const before = await unreadOf(other)
  const page = await openAs(browser, 'admin@sunrise.test', '/clinic', desktop)

  await page.getByRole('button', { name: 'New task' }).click()
  const form = page.getByRole('dialog')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save task' }).click()
  await expect(form.getByText('Describe the task.').first()).toBeVisible()
  await form.getByLabel('Task').fill(title)
  await form.getByLabel(/About which patient/).fill('Nora')
  await form.getByRole('option', { name: 'Nora Lindqvist' }).click()
  await form.getByLabel('Assigned to').selectOption({ label: 'Elena Ruiz' })
  await form.getByRole('button', { name: 'Save task' }).click()
  await expect(page.getByText('Task saved')).toBeVisible()

  // without interaction, and faster than polling
  await expect.poll(() => unreadOf(other), { timeout: 15_000 }).toBe(before + 1)
  await other
    .getByRole('button', { name: /^Notices/ })
    .first()
    .click()
  const list = other.getByRole('dialog', { name: 'Notices' })
  await expectAccessible(other)
  await list
    .getByRole('link', { name: /A task was assigned to you/ })
    .first()
    .click()
  await expect(other).toHaveURL(/task=/)
  await expect(other.getByRole('dialog').getByLabel('Task')).toHaveValue(title)
  await other.keyboard.press('Escape')
  await expect.poll(() => unreadOf(other)).toBe(before)

  await other
    .getByRole('listitem')
    .filter({ hasText: title })
    .getByRole('link', { name: 'Nora Lindqvist' })
    .click()
  await expect(other.getByRole('heading', { level: 1, name: 'Nora Lindqvist' })).toBeVisible()
  await other.getByRole('checkbox', { name: `Done: ${title}` }).click()
  await expect(other.getByText('Task completed')).toBeVisible()
  await expect(other.getByRole('checkbox', { name: `Done: ${title}` })).toBeHidden()
  await other.context().close()
  await page.context().close()
})

async function giveAdminTask(request: APIRequestContext): Promise<void> {
  const [by, owner] = await Promise.all([
    sessionOf(request, 'staff@sunrise.test'),
    sessionOf(request, 'admin@sunrise.test'),
  ])
  const answer = await request.post(`${serverAddress}/functions/v1/save-task`, {
    headers: { Authorization: `Bearer ${by.access_token}`, 'x-clinic': 'sunrise' },
    data: { version: 0, title: 'Sign the lease', patientId: '', assigneeId: owner.user.id, dueOn: '' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('on a phone the bell links to the list; all are marked as read', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', null, { viewport: { width: 390, height: 844 } })
  await giveAdminTask(page.request)
  await page.goto(`${clinicOrigin('sunrise')}/clinic`)
  await page.getByRole('link', { name: /^Notices/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()
  await page.context().close()
})
