"""Cases that run in `make test-all` only: they take long, and others of their kind always run."""

from typing import Final

# As `test` or `test[case]`.
LONG_CASES: Final = frozenset(
    f"{test}[{case}]" if case else test
    for test, *cases in (
        # Games in the browser.
        ("test_first_visit_then_no_network_and_no_server", ""),
        ("test_splash_is_played_learnt_and_refereed_without_a_server", ""),
        ("test_who_is_out_of_a_local_game_has_the_computers_play_it_to_its_end", ""),
        ("test_a_lesson_is_checked_in_the_browser_once_everything_is_there", ""),
        ("test_where_nothing_can_be_stored_and_no_server_is_a_sentence_says_so", ""),
        ("test_games_on_this_device_are_all_listed_and_can_be_deleted", ""),
        ("test_a_page_elsewhere_meets_people_through_the_server_that_lists_it", ""),
        ("test_a_game_goes_on_in_another_browser_from_a_file", ""),
        ("test_an_ending_of_a_local_game_is_shared_as_a_link_that_anybody_can_open", ""),
        ("test_the_coached_first_game_shows_its_table_before_the_pieces_are_dealt", ""),
        ("test_a_local_game_that_is_left_at_once_can_be_gone_on_with", ""),
        ("test_a_local_game_goes_on_online_with_somebody_else", ""),
        ("test_where_nothing_can_be_stored_the_server_has_the_game", ""),
        ("test_a_worker_that_could_not_be_loaded_is_started_again", ""),
        ("test_a_local_game_says_no_word_to_the_server", "repulso"),
        # Pages and their late moments.
        (
            "test_every_page_speaks_the_language_of_the_browser_and_fits_its_window",
            "it-1280-dark",
        ),
        ("test_axe_finds_nothing_serious_in_a_match_and_after_it", "dark"),
        ("test_a_streak_grows_with_wins_and_ends_with_a_loss", ""),
        ("test_every_task_is_solved_by_its_solution", "nexus", "repulso"),
        ("test_nothing_moves_while_a_page_loads", "1280"),
        (
            "test_a_late_moment_is_read_by_everybody_and_fits_a_phone",
            *("turning-point", "nexus-out", "nexus-four", "time-won", "time-lost", "ending-draw"),
            *("splash-fallen-round", "ending-stuck", "ending-three", "ending-robotory"),
            *("hint", "analysed", "phrases", "refill", "gave-up", "splash-fallen"),
            *(
                "ending-splash",
                "ending-repulso",
                "own-games",
                "robot",
                "splash-four",
                "nexus-price",
                "coach-splash",
            ),
        ),
        # Games with people and computers.
        ("test_who_is_out_is_told_so_and_may_skip_to_the_end", ""),
        ("test_random_clicks_never_sacrifice_a_marble", "2", "4"),
        ("test_a_game_against_the_computer_is_played_by_mouse_to_its_end", "nexus", "repulso"),
        ("test_four_people_play_nexus_on_one_device", ""),
        ("test_a_turn_of_splash_is_announced_in_a_tab_that_nobody_looks_at", ""),
        ("test_an_offer_in_splash_is_seen_while_nothing_moves", ""),
        ("test_matches_that_everybody_has_left_leave_the_lobby", ""),
        ("test_partners_lose_by_the_one_of_them_who_gave_up", ""),
        ("test_who_runs_out_of_time_is_told_so_and_the_other_one_too", "splash", "nexus"),
        ("test_a_draw_that_was_agreed_is_told_to_both", "splash", "nexus"),
        ("test_the_numbers_of_a_game_say_whose_they_are", "splash", "nexus"),
        ("test_the_rules_decide_and_each_seat_is_told_its_own_end", "repulso", "robotory"),
        ("test_giving_up_is_told_from_each_seat", "nexus", "repulso", "splash"),
        ("test_a_guided_turn_is_about_the_rule_beside_it", "repulso-4-shown0"),
        ("test_among_three_the_time_of_one_runs_out_and_the_others_play_on", ""),
        ("test_a_page_enlarged_to_200_percent_does_not_shrink_a_replay", "repulso", "robotory"),
        ("test_the_buttons_that_keep_a_game_are_not_clipped", "splash-1280-nl", "splash-320-fr"),
        ("test_a_first_game_is_coached", "repulso-touch edge to edge"),
        ("test_who_is_out_looks_on_and_the_last_one_wins", ""),
        ("test_among_three_a_computer_plays_on_for_who_gave_up", ""),
        # The table of Splash!
        ("test_axe_finds_nothing_serious", ""),
        ("test_every_step_can_be_taken_back", ""),
        ("test_a_reload_loses_nothing_even_without_a_connection", ""),
        ("test_an_end_at_the_tower_is_told_from_each_seat", ""),
        ("test_a_page_enlarged_to_200_percent_does_not_shrink_the_table_of_splash", ""),
        ("test_in_the_plain_view_a_collapse_is_kept_as_a_film_too", ""),
        ("test_a_film_that_cannot_be_shared_is_kept_at_once", ""),
        ("test_four_people_play_in_teams_and_the_record_gives_the_same_outcomes", ""),
        ("test_the_clock_of_who_placed_does_not_jump_back_while_it_falls", ""),
        ("test_every_fall_of_a_replay_is_the_one_that_was_played", ""),
        ("test_axe_finds_nothing_serious_in_a_task", ""),
        ("test_axe_finds_nothing_serious_in_any_phase", ""),
    )
    for case in cases
)
