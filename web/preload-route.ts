/**
 * Requests the files of the page that the address names, as the server lists them (scripts/web/route-files.ts). Not
 * before the app's file has nearly arrived, with which they would share the line (docs/decisions/0221).
 */
export function preloadRoute(): void {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="carefold-route-files"]')
  listed?.remove()
  for (const href of listed?.content.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}
