// Checks a glTF file with the Khronos validator: node validate_gltf.js FILE. Prints the number of errors and warnings.
// Exit status 77: the npm package gltf-validator is not installed (NODE_PATH says where to look).
let validator;
try {
  validator = require('gltf-validator');
} catch (error) {
  process.exit(77);
}
const bytes = new Uint8Array(require('fs').readFileSync(process.argv[2]));
validator.validateBytes(bytes, {maxIssues: 50}).then((report) => {
  const {numErrors, numWarnings, messages} = report.issues;
  console.log(`${numErrors} errors, ${numWarnings} warnings`);
  for (const {severity, message, pointer} of messages) if (severity < 2) console.log(`${pointer}: ${message}`);
  process.exit(numErrors + numWarnings > 0 ? 1 : 0);
});
