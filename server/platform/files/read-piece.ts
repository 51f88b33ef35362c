/** Returns fewer bytes at the file's end. */
export type ReadPiece = (start: number, length: number) => Promise<Buffer>
