/* Shows the cards that have a text, also where it is folded, and the sections that have such cards. */
(function () {
  "use strict";

  for (const input of document.querySelectorAll("input[data-find]")) {
    const cards = [...document.querySelectorAll(input.dataset.find)];
    const sections = new Set(cards.map((card) => card.closest("section")));
    const texts = new Map();
    const text = (card) => {
      if (!texts.has(card)) {
        texts.set(card, card.textContent.toLowerCase());
      }
      return texts.get(card);
    };
    input.parentElement.hidden = cards.length < 2;
    input.addEventListener("input", () => {
      const query = input.value.trim().toLowerCase();
      const found = cards.filter((card) => text(card).includes(query));
      cards.forEach((card) => {
        card.hidden = true;
      });
      for (const card of found) {
        card.hidden = false;
        const around = query === "" ? null : card.parentElement.closest("details");
        if (around !== null) {
          around.open = true;
        }
      }
      for (const section of sections) {
        section.hidden = !found.some((card) => section.contains(card));
      }
      input.nextElementSibling.textContent =
        query === "" ? "" : found.length + (found.length === 1 ? " match" : " matches");
    });
  }
})();
