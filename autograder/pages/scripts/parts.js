// @ts-check
"use strict";

/** @param {string} tag @param {string} kind @param {string} [text] */
function made(tag, kind, text = "") {
  const element = document.createElement(tag);
  if (kind) element.className = kind;
  element.textContent = text;
  return element;
}

/** @param {ParentNode | undefined} within @param {string} where @param {string} text */
function write(within, where, text) {
  const found = within?.querySelector(where);
  if (found) found.textContent = text;
}
