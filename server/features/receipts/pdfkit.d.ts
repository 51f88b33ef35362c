/** Missing in the types of pdfkit. */
declare namespace PDFKit.Mixins {
  interface PDFImage {
    /** Reads a JPEG or PNG; `image` draws it. */
    openImage(src: Buffer): { width: number; height: number }
  }
}
