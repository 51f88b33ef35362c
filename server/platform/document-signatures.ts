/** Signs exported documents that may be imported again, with the keys of access tokens. */
export interface DocumentSignatures {
  /**
   * @param kind a signature of one kind is not valid for another, nor as an access token
   * @returns a detached JSON Web Signature (RFC 7515, appendix F)
   */
  sign(kind: string, content: Uint8Array): Promise<string>
  verify(kind: string, content: Uint8Array, signature: string): boolean
}
