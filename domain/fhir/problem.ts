import type { OperationOutcome } from './resources.ts'

/** Codes of http://hl7.org/fhir/issue-type. */
export type IssueCode =
  | 'invalid'
  | 'login'
  | 'forbidden'
  | 'not-found'
  | 'not-supported'
  | 'too-costly'
  | 'throttled'
  | 'transient'
  | 'exception'

/** A refusal of the FHIR endpoint, with the sentence of its OperationOutcome. */
export class FhirProblem extends Error {
  override name = 'FhirProblem'
  readonly status: number
  readonly code: IssueCode

  constructor(status: number, code: IssueCode, diagnostics: string) {
    super(diagnostics)
    this.status = status
    this.code = code
  }
}

export function operationOutcome({ code, message }: Pick<FhirProblem, 'code' | 'message'>): OperationOutcome {
  return { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code, diagnostics: message }] }
}
