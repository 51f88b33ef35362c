/**
 * Requests the files of the page that the address names, as the server lists them (scripts/web/route-files.ts). The
 * first import of the entry: they load while the rest of it runs, and never before it has arrived.
 */
const listed = document.querySelector<HTMLMetaElement>('meta[name="carefold-route-files"]')?.content
for (const href of listed ? listed.split(' ') : []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}
