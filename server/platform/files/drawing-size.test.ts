import { describe, expect, it } from 'vitest'
import { isTooLargeADrawing } from './drawing-size.ts'

const svg = (inside: string, open = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${open}>${inside}</svg>`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const limits = { elements: 500, depth: 50, drawings: 3 }

/** Levels that each draw the one below ten times. */
const levels = (count: number, level: (id: string, below: string) => string) =>
  Array.from({ length: count }, (_, at) => level(`l${at + 1}`, `l${at}`)).join('')
const ten = (text: string) => text.repeat(10)
const square = '<rect id="l0" width="1" height="1"/>'
const many = (open: string, name = 'g') =>
  `<${name} ${open}>${'<rect width="1" height="1"/>'.repeat(60)}</${name}>`
const tenRects = (attribute: string) => ten(`<rect ${attribute} width="1" height="1"/>`)

describe('a small file that expands to many elements is too large', () => {
  it.each([
    [
      'uses of uses',
      square + levels(4, (id, below) => `<g id="${id}">${ten(`<use href="#${below}"/>`)}</g>`),
    ],
    [
      'uses by xlink',
      square + levels(4, (id, below) => `<g id="${id}">${ten(`<use xlink:href="#${below}"/>`)}</g>`),
    ],
    [
      'symbols',
      square + levels(4, (id, below) => `<symbol id="${id}">${ten(`<use href="#${below}"/>`)}</symbol>`),
    ],
    [
      'patterns of patterns',
      levels(4, (id, below) => `<pattern id="${id}">${tenRects(`fill="url(#${below})"`)}</pattern>`),
    ],
    [
      'masks of masks',
      levels(4, (id, below) => `<mask id="${id}">${tenRects(`mask="url(#${below})"`)}</mask>`),
    ],
    [
      'clip paths',
      levels(
        4,
        (id, below) => `<clipPath id="${id}">${tenRects(`clip-path="url( '#${below}' )"`)}</clipPath>`,
      ),
    ],
    [
      'markers',
      levels(4, (id, below) => `<marker id="${id}">${tenRects(`marker-end="url(#${below})"`)}</marker>`),
    ],
    [
      'a marker at each of ten points',
      `${many('id="m"', 'marker')}<path marker-mid="url(#m)" d="M0 0${ten('h1')}"/>`,
    ],
    [
      'filters of pictures of elements',
      square +
        levels(
          4,
          (id, below) =>
            `<filter id="f${id}">${ten(`<feImage href="#${below}"/>`)}</filter><g id="${id}" filter="url(#f${id})"/>`,
        ),
    ],
    ['gradients', many('id="l0"', 'linearGradient') + tenRects('fill="url(#l0)"')],
    ['gradients by a style', many('id="l0"', 'linearGradient') + tenRects('style="stroke : url(#l0) red"')],
    [
      'a pattern that a group hands down',
      `${many('id="p"', 'pattern')}<g fill="url(#p)">${tenRects('')}</g>`,
    ],
    [
      'a pattern that a use hands down',
      `${many('id="p"', 'pattern')}<g id="g">${tenRects('')}</g><use href="#g" fill="url(#p)"/>`,
    ],
    [
      'a style sheet',
      `<style>@media all { svg > .a:not(.b)[x], .c { mask: url("#l0") } }</style>${many('id="l0"', 'mask')}${tenRects('class="z a"')}`,
    ],
    ['a style sheet for all', `<style>*{mask:url(#l0)}</style>${many('id="l0"', 'mask')}${tenRects('')}`],
    [
      'escapes in a style sheet',
      `<style>rect{mask:\\75 rl(#l0)}</style>${many('id="l0"', 'mask')}${tenRects('')}`,
    ],
    [
      'an imported style sheet',
      `<style>@import url("data:text/css,rect%7Bmask:url(%23l0)%7D");</style>${many('id="l0"', 'mask')}${tenRects('')}`,
    ],
    ['text links', `${many('id="l0"', 'text')}${ten('<text><tref xlink:href="#l0"/></text>')}`],
    ['drawings in data URLs', ten(`<image href="data:image/svg+xml;base64,${base64(svg(many('')))}"/>`)],
    [
      'drawings in plain data URLs',
      ten(`<image href="data:image/svg+xml,${encodeURIComponent(svg(many('')))}"/>`),
    ],
    ['a compressed drawing', '<image href="data:image/svg+xml;base64,H4sIAAAA"/>'],
    ['many elements', ten(many(''))],
    ['elements in each other', '<g>'.repeat(60) + '</g>'.repeat(60)],
    ['a long chain of uses', square + levels(60, (id, below) => `<g id="${id}"><use href="#${below}"/></g>`)],
  ])('by %s', (_what, inside) => {
    expect(isTooLargeADrawing(svg(inside), limits)).toBe(true)
  })

  it('as drawings nested in data URLs', () => {
    const nested = (depth: number): string =>
      depth === 0 ? svg('') : svg(`<image href="data:image/svg+xml;base64,${base64(nested(depth - 1))}"/>`)
    expect([3, 4].map((depth) => isTooLargeADrawing(nested(depth), limits))).toEqual([false, true])
  })
})

describe('an ordinary drawing is not', () => {
  it.each([
    ['with shapes', many('')],
    [
      'with an icon used several times',
      `<symbol id="i">${ten('<path d="M0 0h1"/>')}</symbol>${ten('<use href="#i"/>')}`,
    ],
    [
      'with a gradient by a class',
      `<style>.a{fill:url(#g)}</style><linearGradient id="g"><stop/></linearGradient>${tenRects('class="a"')}`,
    ],
    [
      'with a style that is for others',
      `<style>.a{fill:url(#g)}</style>${many('id="g"', 'linearGradient')}${tenRects('class="b"')}`,
    ],
    [
      'with a color in place of the pattern above',
      `${many('id="p"', 'pattern')}<g fill="url(#p)">${tenRects('fill="red"')}</g>`,
    ],
    ['with a link to a part of it', `${many('id="l0"')}${ten('<a href="#l0"/>')}`],
    ['with a reference to itself', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
    ['with a reference to nothing', ten('<use href="#missing"/>')],
    ['that is no XML', '<g <<'],
  ])('%s', (_what, inside) => {
    expect(isTooLargeADrawing(svg(inside), limits)).toBe(false)
  })
})
