// Choices that leave nothing out.

/**
 * The end of a choice between all there is: the type checker asks for what is missing, and nothing comes here.
 * @param {never} missed
 * @returns {never}
 */
export function never(missed) {
  throw new TypeError(`nobody thought of ${JSON.stringify(missed)}`);
}
