/** Hands a text to the browser as a file. @param type media type, such as `text/csv` */
export function downloadText(fileName: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // not at once: the browser may not have begun to read yet
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
