/** Downloads a text as a file. @param type media type, such as `text/csv` */
export function downloadText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // deferred: the browser may not have started reading yet
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
