/** Reads mails as they are displayed, for the checks of server/emails. */
export interface VisibleText {
  words: string
  /** `#RRGGBB` */
  color: string
  ground: string
  /** `aria-hidden`: the initials beside a name */
  isDecorative: boolean
}

const black = '#000000'
const white = '#FFFFFF'
const voidTags = ['meta', 'br', 'img']

export function visibleTexts(html: string): VisibleText[] {
  const body = html.slice(html.indexOf('<body'))
  const open: { tag: string; color: string; ground: string; isHidden: boolean; isDecorative: boolean }[] = []
  const texts: VisibleText[] = []
  for (const [, tag = '', words = ''] of body.matchAll(/<([^>]+)>|([^<]+)/g)) {
    const outer = open.at(-1) ?? { color: black, ground: white, isHidden: false, isDecorative: false }
    if (words.trim() !== '' && !outer.isHidden) {
      texts.push({
        words: unescaped(words).replace(/\s+/g, ' ').trim(),
        color: outer.color,
        ground: outer.ground,
        isDecorative: outer.isDecorative,
      })
    }
    if (tag === '') continue
    if (tag.startsWith('/')) {
      open.pop()
      continue
    }
    const name = tag.split(/\s/)[0]?.toLowerCase() ?? ''
    if (voidTags.includes(name) || name.startsWith('!')) continue
    const style = /style="([^"]*)"/.exec(tag)?.[1] ?? ''
    open.push({
      tag: name,
      color: /(?:^|;)color:(#[0-9A-Fa-f]{6})/.exec(style)?.[1] ?? outer.color,
      ground: /background:(#[0-9A-Fa-f]{6})/.exec(style)?.[1] ?? outer.ground,
      isDecorative: outer.isDecorative || tag.includes('aria-hidden="true"'),
      isHidden: outer.isHidden || style.includes('display:none'),
    })
  }
  return texts
}

/** The HTML with the colors that its style sheet gives to its classes in dark mode. */
export function inDarkMode(html: string): string {
  const [, rules = ''] = /@media \(prefers-color-scheme:dark\)\{(.*)\}\n/.exec(html) ?? []
  const dark = [...rules.matchAll(/\.([a-z]+)\{([a-z-]+):(#[0-9A-F]{6}) !important\}/g)]
  return html.replace(/class="([^"]*)" ([^>]*?)style="([^"]*)"/g, (_all, classes, between, style) => {
    const own = dark.filter(([, name]) => classes.split(' ').includes(name))
    const darkened = own.reduce((words, [, , property, value]) => {
      const replaced = words.replace(new RegExp(`(^|;)${property}:#[0-9A-Fa-f]{6}`), `$1${property}:${value}`)
      return replaced === words && property !== 'border-color' ? `${property}:${value};${words}` : replaced
    }, style as string)
    return `class="${classes}" ${between}style="${darkened}"`
  })
}

/** WCAG 2.2, 1.4.3. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function unescaped(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
