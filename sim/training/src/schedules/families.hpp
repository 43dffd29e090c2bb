#pragma once

#include "training/plan/plan.hpp"

// The schedule generators, one file per family. Each writes the orders of a plan whose stages have
// been assigned to devices.
namespace stallscope::training {

// Synchronous, with unsplit backward passes: flush.cpp
void order_naive(Plan& plan);
void order_gpipe(Plan& plan);
void order_1f1b(Plan& plan);
void order_pipedream(Plan& plan);
void order_pipedream_2bw(Plan& plan);

// Several chunks per device: interleaved.cpp
void order_interleaved(Plan& plan);
void order_looped_breadth_first(Plan& plan);

// Bidirectional pipelines: bidirectional.cpp
void order_chimera(Plan& plan);
void order_dualpipe(Plan& plan);
void order_dualpipev(Plan& plan);

// Weight gradients moved into bubbles: zero_bubble.cpp
void order_zb_h1(Plan& plan);
void order_zb_h2(Plan& plan);

// Weight gradients moved into bubbles on V-shaped pipelines: v_shape.cpp
void order_zb_v(Plan& plan);
void order_v_half(Plan& plan);
void order_v_min(Plan& plan);

} // namespace stallscope::training
