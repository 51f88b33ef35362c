import { expect, type Page } from '@playwright/test'

/** Null while the page has no focus. */
function outlineOfFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    return focused && focused !== document.body ? getComputedStyle(focused).outlineStyle : null
  })
}

/**
 * In forced colors (Windows "contrast themes"), where backgrounds and shadows are lost: what is selected, current, pressed or
 * checked differs from its neighbors, and the focus has an outline.
 */
export async function expectStatesInForcedColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' })
  const alike = await page.evaluate(findStatesLikeTheirNeighbors)
  expect.soft(alike, `${page.url()} in forced colors`).toEqual([])
  await page.keyboard.press('Tab')
  // after the last control of a page the focus leaves it
  if ((await outlineOfFocus(page)) === null) await page.keyboard.press('Shift+Tab')
  const outline = await outlineOfFocus(page)
  expect.soft(outline, `outline of the focus at ${page.url()}`).toMatch(/^(?!none)/)
  await page.emulateMedia({ forcedColors: 'none' })
}

/** Runs in the page. @returns texts of elements whose state does not show */
function findStatesLikeTheirNeighbors(): string[] {
  const kinds = [
    { group: '[role=tablist]', on: '[role=tab][aria-selected=true]', off: '[role=tab][aria-selected=false]' },
    { group: 'nav', on: 'a[aria-current=page]', off: 'a:not([aria-current])' },
    { group: '*', on: '[aria-pressed=true]', off: '[aria-pressed=false]' },
    { group: 'main, dialog', on: '.checkbox:checked:enabled', off: '.checkbox:not(:checked):enabled' },
  ]
  const canvas = getComputedStyle(document.documentElement).backgroundColor
  // backgrounds become the page's color, or stay transparent
  const seen = (color: string) => (/, 0\)$/.test(color) ? canvas : color)
  const look = (element: Element) => {
    const { backgroundColor, borderBottomColor, borderBottomWidth, borderBottomStyle } =
      getComputedStyle(element)
    const border = borderBottomStyle === 'none' ? '' : `${borderBottomWidth} ${seen(borderBottomColor)}`
    const parts = ['::before', '::after'].map((part) => {
      const style = getComputedStyle(element, part)
      return style.content === 'none' || style.opacity === '0' ? canvas : seen(style.backgroundColor)
    })
    return [seen(backgroundColor), border, ...parts].join()
  }
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  return kinds.flatMap(({ group, on, off }) =>
    [...document.querySelectorAll(on)].filter(isShown).flatMap((element) => {
      const other = [...(element.parentElement?.closest(group)?.querySelectorAll(off) ?? [])].find(isShown)
      const isAlike = other && look(element) === look(other)
      return isAlike
        ? [`${on} ${element.textContent || element.getAttribute('aria-label') || element.id}`]
        : []
    }),
  )
}
