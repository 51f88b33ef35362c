import { downloadFile } from './download-file.ts'

/** @param type media type, such as `text/csv` */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadFile(fileName, text, { type: `${type};charset=utf-8` })
}
