/* Random games as fast as we can write them in C: what the kernels are measured against.
 *
 * It plays without a variant, with the tables that `tables.py` takes from a board, the kernels'
 * generator, and their order of actions, so that every game ends like theirs: `check` prints a
 * digest that `limit.py` compares. Nothing here is used by the game.
 *
 *   limit time SECONDS    games and decisions a second
 *   limit check GAMES     a digest of all points and of the number of decisions
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tables.h"
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t Set; /* of spaces, or of 9 provinces */

typedef struct {
    Set houses[PLAYERS], free;
    uint64_t pile, display, discards; /* a byte for each colour */
    uint8_t emissaries[PROVINCES][PLAYERS];
    uint8_t hand[PLAYERS], houses_left[PLAYERS], emissaries_left[PLAYERS];
    uint32_t open_dragons, settled, touched;
    int pile_size, seat, placed, times_pile_emptied, decisions, is_over;
} Game;

typedef struct {
    int by_source[4][PLAYERS]; /* houses, alliances, roads, ports */
} Points;

static uint64_t generator;

static inline uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void seed(uint64_t seed, uint64_t stream) {
    uint64_t salted = mix(stream + 0x9E3779B97F4A7C15u);
    generator = mix(seed ^ salted) ^ salted;
}

static inline int below(int limit) {
    generator += 0x9E3779B97F4A7C15u;
    return (mix(generator) >> 32) * (uint64_t)limit >> 32;
}

static inline int count(Set set) { return __builtin_popcountll(set); }
static inline int lowest(Set set) { return __builtin_ctzll(set); }
static inline Set only(int member) { return (Set)1 << member; }

static inline int nth(Set set, int n) {
#ifdef __BMI2__
    return lowest(_pdep_u64(only(n), set));
#else
    while (n--) set &= set - 1;
    return lowest(set);
#endif
}

/* ---- cards ---- */

static inline uint64_t card(int colour) { return (uint64_t)1 << 8 * colour; }

/* One bit for each colour of which there is a card. */
static inline uint32_t colours(uint64_t cards) {
    uint32_t found = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        found |= (uint32_t)((cards >> 8 * colour & 255) != 0) << colour;
    return found;
}

static inline int draw(Game *game) {
    int left = below(game->pile_size), colour = 0, here;
    while (left >= (here = game->pile >> 8 * colour & 255)) {
        left -= here;
        colour++;
    }
    game->pile -= card(colour);
    game->pile_size--;
    return colour;
}

static void deal(Game *game) {
    *game = (Game){.free = ALL_SPACES, .pile = DECK, .pile_size = DECK_SIZE};
    memset(game->houses_left, HOUSES, PLAYERS);
    memset(game->emissaries_left, EMISSARIES, PLAYERS);
    for (int seat = 0; seat < PLAYERS; seat++)
        for (int i = 0; i < HAND_SIZE; i++) game->hand[seat] = more[game->hand[seat]][draw(game)];
    for (int i = 0; i < DISPLAY; i++) game->display += card(draw(game));
}

/* ---- pieces ---- */

static inline Set spaces_in(uint32_t provinces) {
    Set spaces = 0;
    for (; provinces; provinces &= provinces - 1) spaces |= province_spaces[__builtin_ctz(provinces)];
    return spaces;
}

static inline void update_open_dragon(Game *game, int province) {
    int limit = 0, present = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        int houses = count(game->houses[seat] & province_spaces[province]);
        if (houses > limit) limit = houses;
        present += game->emissaries[province][seat];
    }
    game->open_dragons = (game->open_dragons & ~(1u << province)) | (uint32_t)(present < limit) << province;
}

static int is_stuck(const Game *game) {
    for (int seat = 0; seat < PLAYERS; seat++)
        if ((game->free && game->houses_left[seat]) || (game->open_dragons && game->emissaries_left[seat])) return 0;
    return 1;
}

static void place(Game *game, int word, int index) {
    int seat = game->seat, price = prices[64 * word + index];
    game->hand[seat] = less[game->hand[seat]][price];
    game->discards += cards_of[price];
    game->placed++;
    if (word == EMISSARY_WORD) {
        int province = index % PROVINCES;
        game->emissaries[province][seat]++;
        game->emissaries_left[seat]--;
        game->touched |= 1u << province;
        update_open_dragon(game, province);
    } else {
        game->houses[seat] |= only(index);
        game->houses_left[seat]--;
        game->free &= ~only(index);
        game->touched |= space_provinces[index];
        for (uint32_t rest = space_provinces[index]; rest; rest &= rest - 1) update_open_dragon(game, __builtin_ctz(rest));
    }
    game->is_over = is_stuck(game);
}

static void end_turn(Game *game) {
    int following = game->seat + 1 == PLAYERS ? 0 : game->seat + 1;
    if (game->times_pile_emptied >= 2 && following == 0) game->is_over = 1;
    else game->seat = following;
}

/* Whether a card was the last of the last pass, which ends the turn. */
static int was_last(Game *game) {
    if (game->pile_size) return 0;
    if (++game->times_pile_emptied >= 2) return 1;
    game->pile = game->discards;
    game->discards = 0;
    for (int colour = 0; colour < COLOURS; colour++) game->pile_size += game->pile >> 8 * colour & 255;
    return 0;
}

static void draw_cards(Game *game) {
    int seat = game->seat, taken = 0;
    while (hand_size[game->hand[seat]] < HAND_SIZE) {
        uint32_t open = colours(game->display);
        int n = below(count(open) + 1);
        game->decisions++;
        if (n < count(open)) {
            int colour = nth(open, n);
            game->display -= card(colour);
            game->hand[seat] = more[game->hand[seat]][colour];
            taken++;
        } else {
            game->hand[seat] = more[game->hand[seat]][draw(game)];
            if (was_last(game)) return end_turn(game);
        }
    }
    for (; taken; taken--) {
        game->display += card(draw(game));
        if (was_last(game)) return end_turn(game);
    }
    end_turn(game);
}

static void take_turn(Game *game) {
    int seat = game->seat;
    for (;;) {
        int hand = game->hand[seat], rows = row_count[hand], total = 0;
        Set legal[MOST_ROWS], spaces = 0, dragons = 0;
        if (game->placed < 2) {
            uint32_t open = (1u << PROVINCES) - 1;
            spaces = game->free;
            if (game->placed) {
                open = game->touched & game->settled;
                spaces &= spaces_in(open) & ~spaces_in(game->touched & ~game->settled);
            }
            if (!game->houses_left[seat]) spaces = 0;
            if (game->emissaries_left[seat]) dragons = (Set)(game->open_dragons & open) * FOR_EVERY_COLOUR;
        }
        for (int row = 0; row < rows; row++) {
            legal[row] = payable[hand][row] & (row_word[hand][row] == EMISSARY_WORD ? dragons : spaces);
            total += count(legal[row]);
        }
        uint32_t discards = hand_colours[hand];
        int n = below(total + (game->placed ? 1 : count(discards)));
        game->decisions++;
        if (n >= total) {
            if (!game->placed) {
                int colour = nth(discards, n - total);
                game->hand[seat] = fewer[hand][colour];
                game->discards += card(colour);
            }
            break;
        }
        int row = 0;
        for (; n >= count(legal[row]); row++) n -= count(legal[row]);
        place(game, row_word[hand][row], nth(legal[row], n));
        if (game->is_over) return;
    }
    game->settled |= game->touched;
    game->touched = 0;
    game->placed = 0;
    if (game->times_pile_emptied >= 2) end_turn(game);
    else draw_cards(game);
}

/* ---- scoring ---- */

static void score_houses(const Game *game, Set spaces, int *points) {
    int own[PLAYERS], all = 0;
    for (int seat = 0; seat < PLAYERS; seat++) all += own[seat] = count(game->houses[seat] & spaces);
    for (int seat = 0; seat < PLAYERS; seat++) {
        int above = 0;
        if (!own[seat]) continue;
        for (int other = 0; other < PLAYERS; other++)
            if (own[other] > own[seat] && (!above || own[other] < above)) above = own[other];
        points[seat] += above ? above : all;
    }
}

static void score_alliances(const Game *game, int *points) {
    int leads[PROVINCES], present[PROVINCES];
    for (int province = 0; province < PROVINCES; province++) {
        int most = 1;
        leads[province] = present[province] = 0;
        for (int seat = 0; seat < PLAYERS; seat++) {
            int own = game->emissaries[province][seat];
            present[province] += own;
            if (own > most) most = own, leads[province] = 0;
            if (own == most) leads[province] |= 1 << seat;
        }
    }
    for (int alliance = 0; alliance < ALLIANCES; alliance++) {
        int one = alliances[alliance][0], other = alliances[alliance][1];
        for (int both = leads[one] & leads[other]; both; both &= both - 1)
            points[__builtin_ctz(both)] += present[one] + present[other];
    }
}

static Set group_of(const Set *steps, Set rest) {
    Set group = 0, edge = only(lowest(rest));
    while (edge) {
        int house = lowest(edge);
        group |= only(house);
        edge = (edge | steps[house]) & rest & ~group;
    }
    return group;
}

/* The most houses in rows of at least four. The first house that has more than two steps left
 * keeps two of them, in each way; where no house has, every group is a row. */
static int best_rows(Set *steps, Set houses, int best) {
    int bound = 0, fork = -1;
    for (Set rest = houses; rest;) {
        Set group = group_of(steps, rest);
        rest &= ~group;
        if (count(group) < SHORTEST_ROW) continue;
        bound += count(group);
        for (Set each = group; each && fork < 0; each &= each - 1)
            if (count(steps[lowest(each)]) > 2) fork = lowest(each);
    }
    if (bound <= best || fork < 0) return bound > best ? bound : best;
    Set around = steps[fork];
    for (Set a = around; a; a &= a - 1)
        for (Set b = a & (a - 1); b; b &= b - 1) {
            Set kept = (a & -a) | (b & -b), changed[SPACES];
            memcpy(changed, steps, sizeof changed);
            changed[fork] = kept;
            for (Set cut = around & ~kept; cut; cut &= cut - 1) changed[lowest(cut)] &= ~only(fork);
            best = best_rows(changed, houses, best);
        }
    return best;
}

static int score_roads(Set houses) {
    int points = 0;
    for (Set rest = houses; rest;) {
        Set steps[SPACES], group = group_of(neighbours, rest);
        rest &= ~group;
        if (count(group) < SHORTEST_ROW) continue;
        for (Set each = group; each; each &= each - 1) steps[lowest(each)] = neighbours[lowest(each)] & group;
        points += best_rows(steps, group, 0);
    }
    return points;
}

static Points score(const Game *game) {
    Points points = {0};
    for (int province = 0; province < PROVINCES; province++)
        score_houses(game, province_spaces[province], points.by_source[0]);
    score_alliances(game, points.by_source[1]);
    for (int seat = 0; seat < PLAYERS; seat++) points.by_source[2][seat] = score_roads(game->houses[seat]);
    if (PORTS) score_houses(game, PORTS, points.by_source[3]);
    return points;
}

/* ---- running ---- */

static Points play(uint64_t number, Game *game) {
    seed(SEED, number);
    deal(game);
    while (!game->is_over) take_turn(game);
    return score(game);
}

static void time_games(double seconds) {
    Game game;
    uint64_t games = 0, decisions = 0, points = 0;
    double spent;
    clock_t began = clock();
    do {
        for (int i = 0; i < 1000; i++) {
            points += play(games++, &game).by_source[0][0];
            decisions += game.decisions;
        }
        spent = (double)(clock() - began) / CLOCKS_PER_SEC;
    } while (spent < seconds);
    printf("{\"games_per_s\": %.0f, \"decisions_per_s\": %.0f, \"mean\": %.3f}\n", games / spent, decisions / spent,
           (double)points / games);
}

static void check_games(uint64_t games) {
    Game game;
    uint64_t digest = 0;
    for (uint64_t number = 0; number < games; number++) {
        Points points = play(number, &game);
        digest = mix(digest + game.decisions);
        for (int source = 0; source < 4; source++)
            for (int seat = 0; seat < PLAYERS; seat++) digest = mix(digest + points.by_source[source][seat]);
    }
    printf("%llu\n", (unsigned long long)digest);
}

int main(int argc, char **argv) {
    if (argc == 3 && !strcmp(argv[1], "time")) time_games(atof(argv[2]));
    else if (argc == 3 && !strcmp(argv[1], "check")) check_games(strtoull(argv[2], 0, 10));
    else return fputs("limit time SECONDS, or limit check GAMES\n", stderr), 2;
    return 0;
}
