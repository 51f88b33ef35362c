import { expect, type Page } from '@playwright/test'

export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    const label = await focused.evaluate((element) => {
      const { labels } = element as HTMLInputElement
      return element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
    })
    if (!name.test(label.trim())) continue
    const { outlineStyle, boxShadow } = await focused.evaluate((element) => getComputedStyle(element))
    expect(outlineStyle !== 'none' || boxShadow !== 'none', `${name} shows that it has the focus`).toBe(true)
    return
  }
  throw new Error(`no control called ${name} can be reached by Tab on ${page.url()}`)
}

export async function typeInto(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}
