/** @param options.type media type, such as `text/csv;charset=utf-8` */
export function downloadFile(
  fileName: string,
  content: string | Uint8Array<ArrayBuffer>,
  { type }: { type: string },
): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // deferred: the browser may not have started reading yet
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
