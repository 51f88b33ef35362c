declare module '@asymmetrik/fhir-json-schema-validator' {
  export default class JSONSchemaValidator {
    /** The errors of a resource; empty: valid. */
    validate(resource: object): unknown[]
  }
}
