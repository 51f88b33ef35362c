import PDFDocument from 'pdfkit'

export function aPdf(pages: number): Promise<Buffer> {
  return new Promise((done) => {
    const document = new PDFDocument({ size: [960, 540] })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    for (let number = 1; number <= pages; number++) {
      if (number > 1) document.addPage()
      document.fontSize(40).text(`This is page ${number}`)
    }
    document.end()
  })
}
