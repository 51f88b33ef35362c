/** Signs documents that leave this installation and may come back, with its keys of access tokens. */
export interface DocumentSignatures {
  /**
   * @param kind kind of document: a signature of one kind is not valid for another, nor as an access token
   * @returns a detached JSON Web Signature (RFC 7515, appendix F)
   */
  sign(kind: string, content: Uint8Array): Promise<string>
  /** Whether a key that this installation has signed exactly this content. */
  verify(kind: string, content: Uint8Array, signature: string): boolean
}
