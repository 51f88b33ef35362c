import { expectAccessible, expectReadable } from '../support/accessibility.ts'
import { clinicOrigin, mainOrigin, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

test('a developer reads how to call a function, and loads the OpenAPI document', async ({
  page,
  request,
}) => {
  await page.goto(mainOrigin)
  await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'API' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carefold API' })).toBeVisible()
  const expectWidth = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await expectWidth(390)
  await page.getByRole('link', { name: 'appointments', exact: true }).click()
  const booking = page.locator('#book-appointment')
  await booking.locator('summary').press('Enter')
  await expect(booking.getByText('appointmentType')).toBeVisible()
  await expect(booking.getByText('409 time_taken')).toBeVisible()
  // the largest page: each check of it takes seconds
  await expectAccessible(page)
  await expectWidth(1280)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadable(page)

  const openApi = await request.get(`${serverAddress}/docs/api/openapi.json`)
  expect(await openApi.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: mainOrigin }] })
  await page.goto(`${clinicOrigin('sunrise')}/docs/api`)
  await page.waitForURL(`${mainOrigin}/docs/api`)
})
