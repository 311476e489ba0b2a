// @ts-check
"use strict";

/** Makes an element. @param {string} tag @param {string} kind @param {string} [text] */
function made(tag, kind, text = "") {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.textContent = text;
  return element;
}

/** Writes a text where a selector says, if that is there.
 * @param {ParentNode | undefined} within
 * @param {string} where
 * @param {string} text
 */
function write(within, where, text) {
  const element = within?.querySelector(where);
  if (element) element.textContent = text;
}
