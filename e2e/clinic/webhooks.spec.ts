import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

interface Received {
  headers: Record<string, string | undefined>
  body: string
}

/** A clinic's own program on this machine. */
async function aReceiver() {
  const received: Received[] = []
  const answer = { status: 200 }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ headers: request.headers as Received['headers'], body })
    response.writeHead(answer.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, host: `127.0.0.1:${port}`, received, answer, server }
}

function isSigned({ headers, body }: Received, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
  return (headers['webhook-signature'] ?? '').split(' ').includes(signature)
}

const phone = { width: 390, height: 844 }

test('an admin adds, tests, rotates and removes a webhook', async ({ browser }) => {
  const receiver = await aReceiver()
  const page = await openAs(browser, 'admin@sunrise.test', '/settings/integrations', { viewport: phone })
  const card = page.getByRole('region', { name: 'Webhooks' })
  await card.getByRole('button', { name: 'Add endpoint' }).click()
  const form = page.getByRole('dialog', { name: 'Add endpoint' })
  await form.getByLabel('Web address').fill('my program')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('This is not a web address.', { exact: false })).toBeVisible()
  await form.getByLabel('Web address').fill(receiver.url)
  await form.getByLabel('Payments').uncheck()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('dialog', { name: 'Signing secret' })
  const secret = await shown.locator('code').innerText()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()

  const row = card.getByRole('listitem').filter({ hasText: receiver.url }).first()
  await expect(row.getByText('People, Plans, Visits, Messages')).toBeVisible()
  await row.getByRole('button', { name: 'Send test event' }).click()
  const log = row.getByRole('list', { name: 'Log' })
  await expect(log.getByText('Delivered')).toBeVisible()
  await expect(log.getByText(/Status 200/)).toBeVisible()
  expect(receiver.received).toHaveLength(1)
  expect(receiver.received.map((request) => isSigned(request, secret))).toEqual([true])
  await expectAccessible(page)

  receiver.answer.status = 500
  await log.getByRole('button', { name: 'Send again: test' }).click()
  await expect(log.getByText(/Refused · Status 500/)).toBeVisible()
  await expect(log.getByText(/Next attempt/)).toBeVisible()
  receiver.answer.status = 204
  await log.getByRole('button', { name: 'Send again: test' }).click()
  await expect(log.getByText(/Status 204/)).toBeVisible()
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([3, 1])

  const menu = row.getByRole('button', { name: `Actions for ${receiver.host}` })
  await menu.click()
  await page.getByRole('menuitem', { name: 'New secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create secret' }).click()
  const second = await shown.locator('code').innerText()
  expect(second).not.toBe(secret)
  await shown.getByRole('button', { name: 'Done' }).click()
  await row.getByRole('button', { name: 'Send test event' }).click()
  await expect.poll(() => receiver.received.length).toBe(4)
  const last = receiver.received.at(-1)
  expect(last && [isSigned(last, secret), isSigned(last, second)]).toEqual([true, true])

  await menu.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pause' }).click()
  await expect(row.getByText('Paused. Events that happen now are not sent.')).toBeVisible()
  await page.reload()
  await expectLoaded(page)
  await row.getByRole('button', { name: 'Resume' }).click()
  await expect(row.getByText('On', { exact: true })).toBeVisible()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
  receiver.server.close()
  await page.context().close()
})
